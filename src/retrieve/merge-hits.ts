import type { Anchor, Hit, Memory, Quote, Subject } from '../domain.ts'
import { memoryText } from '../lib/memory-text.ts'
import { fold } from '../lib/terms.ts'
import { formatAnchor } from '../lib/time/format-anchor.ts'

// Folding a text takes longer than ranking it.
const known = new WeakMap<Memory, string>()

/**
 * Equal for records that say the same: same speaker, same words but for case, accents and spacing, same anchor. A number, a name or a date
 * that differs keeps them apart.
 */
export function samenessOf(subject: Subject): string {
  if (subject.type === 'passage') return keyOf(subject.speaker, subject.text, null)
  const { memory } = subject
  let key = known.get(memory)
  if (key === undefined) {
    key = keyOf(memory.speaker, memoryText(memory.body), memory.anchor)
    known.set(memory, key)
  }
  return key
}

/** One hit for hits that say the same: the first, which is the best, with the quotes of the others. */
export function mergeHits(hits: readonly Hit[]): readonly Hit[] {
  return [...Map.groupBy(hits, ({ subject }) => samenessOf(subject)).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, quotes: mergeQuotes([first, ...others].map(({ quotes }) => quotes)) }],
  )
}

/** All quotes, each once. */
export function mergeQuotes(lists: readonly (readonly Quote[])[]): readonly Quote[] {
  const [only] = lists
  if (only !== undefined && lists.length === 1) return only
  const merged = new Map<string, Quote>()
  for (const quote of lists.flat()) {
    const key = JSON.stringify([quote.turnId, quote.attachment, quote.start, quote.end])
    if (!merged.has(key)) merged.set(key, quote)
  }
  return [...merged.values()]
}

function keyOf(speaker: string, text: string, anchor: Anchor | null): string {
  // Neither an anchor nor the text, as it is here, has a line break: no two keys are equal by chance.
  return `${anchor === null ? '' : formatAnchor(anchor)}\n${fold(text).replace(/\s+/g, ' ').trim()}\n${speaker}`
}
