import type { Anchor, Hit, Memory } from '../domain.ts'
import { memoryText } from '../lib/memory-text.ts'
import { fold } from '../lib/terms.ts'
import { formatAnchor } from '../lib/time/format-anchor.ts'

/**
 * One hit a record, and one for records that say the same: same speaker, same words but for case, accents and spacing, same anchor. A number,
 * a name or a date that differs keeps them apart. The first, which is the best, stays and gains the quotes of the others.
 */
export function mergeHits(hits: readonly Hit[]): readonly Hit[] {
  const merged = new Map<string, Hit>()
  for (const hit of hits) {
    const key = sameness(hit)
    const first = merged.get(key)
    if (first === undefined) merged.set(key, hit)
    else
      merged.set(key, {
        ...first,
        quotes: [...first.quotes, ...hit.quotes.filter(quote => !first.quotes.some(other => isSame(quote, other)))],
      })
  }
  return [...merged.values()]
}

// Folding a text takes longer than ranking it.
const known = new WeakMap<Memory, string>()

function sameness({ subject }: Hit): string {
  if (subject.type === 'passage') return keyOf(subject.speaker, subject.text, null)
  const { memory } = subject
  let key = known.get(memory)
  if (key === undefined) {
    key = keyOf(memory.speaker, memoryText(memory.body), memory.anchor)
    known.set(memory, key)
  }
  return key
}

function keyOf(speaker: string, text: string, anchor: Anchor | null): string {
  return JSON.stringify([speaker, fold(text).replace(/\s+/g, ' ').trim(), anchor === null ? null : formatAnchor(anchor)])
}

function isSame(left: Hit['quotes'][number], right: Hit['quotes'][number]): boolean {
  return left.turnId === right.turnId && left.attachment === right.attachment && left.start === right.start && left.end === right.end
}
