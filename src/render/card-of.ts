import type { FactCard, Hit } from '../domain.ts'
import { formatAnchor } from '../lib/time/format-anchor.ts'

/** phi(m) (section 3.2): label, claim, anchor, and the way back to the record and its words. */
export function cardOf({ subject, claim: said, score, signals, quotes }: Hit, index: number): FactCard {
  const shared = { label: `E${index + 1}`, claim: oneLine(said), score, signals, sources: quotes }
  if (subject.type === 'passage') {
    const { speaker, at } = subject
    return { ...shared, anchor: dayOf(at), kind: null, speaker, at, memoryId: null }
  }
  const { body, speaker, at, anchor, id } = subject.memory
  return { ...shared, anchor: anchor === null ? dayOf(at) : formatAnchor(anchor), kind: body.kind, speaker, at, memoryId: id }
}

/** A stored text is data: it may not break out of its line and pass for another card. */
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' / ').trim()
}

/** The day it was said on. */
export function dayOf(at: string | null): string | null {
  return at?.slice(0, 10) ?? null
}
