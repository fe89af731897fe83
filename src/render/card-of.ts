import type { FactCard, Hit } from '../domain.ts'
import { remembered } from '../lib/remembered.ts'
import { formatAnchor } from '../lib/time/format-anchor.ts'
import { oneLine } from '../lib/words/one-line.ts'

/** Cards show the same claims and speakers again and again. */
const lineOf = remembered(oneLine, { most: 20_000, longest: 600 })

/** phi(m) (section 3.2): label, claim, anchor, and the way back to the record and its words. */
export function cardOf({ subject, claim: said, score, signals, quotes }: Hit, index: number): FactCard {
  const shared = { label: labelOf(index), claim: lineOf(said), score, signals, sources: quotes }
  if (subject.type === 'passage') {
    const { speaker, at } = subject
    return { ...shared, anchor: dayOf(at), kind: null, speaker: lineOf(speaker), at, memoryId: null }
  }
  const { body, speaker, at, anchor, id } = subject.memory
  return {
    ...shared,
    anchor: anchor === null ? dayOf(at) : formatAnchor(anchor),
    kind: body.kind,
    speaker: lineOf(speaker),
    at,
    memoryId: id,
  }
}

/** E1 is the closest. */
export function labelOf(index: number): string {
  return `E${index + 1}`
}

const dayLength = 10

/** The day it was said on. */
export function dayOf(at: string | null): string | null {
  return at?.slice(0, dayLength) ?? null
}

/** dayOf(left) === dayOf(right), without cutting strings: each card is compared with all before it. */
export function onSameDay(left: string | null, right: string | null): boolean {
  if (left === right) return true
  if (left === null || right === null || left.length < dayLength || right.length < dayLength) return false
  // From its end, where days differ.
  for (let place = dayLength - 1; place >= 0; place--) if (left.charCodeAt(place) !== right.charCodeAt(place)) return false
  return true
}
