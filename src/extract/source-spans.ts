import type { Span } from '../domain.ts'
import type { Stretch } from '../lib/words/stretch.ts'

/** The stretches of a turn's text as spans; those with nothing but white space between them become one. */
export function sourceSpans(turnId: string, text: string, stretches: readonly Stretch[]): readonly Span[] {
  const spans: Span[] = []
  for (const { start, end } of stretches) {
    const last = spans.at(-1)
    if (last !== undefined && start >= last.start && text.slice(last.end, start).trim() === '') {
      spans[spans.length - 1] = { ...last, end: Math.max(end, last.end) }
    } else {
      spans.push({ turnId, attachment: null, start, end })
    }
  }
  return spans
}
