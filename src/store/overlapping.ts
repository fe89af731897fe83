import type { Span } from '../domain.ts'

/** Whether any of these spans shares a character with any of those. */
export function overlapping(spans: readonly Span[], others: readonly Span[]): boolean {
  return spans.some(span => others.some(other => overlap(span, other)))
}

const overlap = (a: Span, b: Span): boolean => a.turnId === b.turnId && a.attachment === b.attachment && a.start < b.end && b.start < a.end
