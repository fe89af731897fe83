import type { FactCard, Hit } from '../domain.ts'
import { remembered } from '../lib/remembered.ts'
import { formatAnchor } from '../lib/time/format-anchor.ts'
import { oneLine } from '../lib/words/one-line.ts'

/** Cards show the same claims and speakers again and again. */
const lineOf = remembered(oneLine, { most: 20_000, longest: 600 })

/** phi(m) (section 3.2): label, claim, anchor, and the way back to the record and its words. */
export function cardOf(hit: Hit, index: number): FactCard {
  const { subject, claim } = hit
  const { speaker } = subject.type === 'passage' ? subject : subject.memory
  return cardWith(hit, index, { claim: lineOf(claim), speaker: lineOf(speaker) })
}

/** The same, of a claim and a speaker that are lines already. */
export function cardWith({ subject, score, signals, quotes }: Hit, index: number, { claim, speaker }: Lines): FactCard {
  const shared = { label: labelOf(index), claim, score, signals, sources: quotes }
  if (subject.type === 'passage') {
    const { at } = subject
    return { ...shared, anchor: dayOf(at), kind: null, speaker, at, memoryId: null }
  }
  const { body, at, anchor, id } = subject.memory
  return { ...shared, anchor: anchor === null ? dayOf(at) : formatAnchor(anchor), kind: body.kind, speaker, at, memoryId: id }
}

export interface Lines {
  readonly claim: string
  readonly speaker: string
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
