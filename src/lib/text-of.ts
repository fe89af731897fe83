import type { Span, Turn } from '../domain.ts'

/** What a span's characters are counted in: the turn's text, or the caption of its attachment of that index. Empty where there is none. */
export function textOf({ text, attachments }: Turn, { attachment }: Pick<Span, 'attachment'>): string {
  return attachment === null ? text : (attachments[attachment]?.caption ?? '')
}
