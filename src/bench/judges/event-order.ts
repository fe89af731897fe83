import { kendallTauB } from '../statistics/kendall-tau-b.ts'
import type { Scored } from './judge.ts'

/**
 * BEAM's score of an order (evaluation.py of mohammadtavakoli78/BEAM): the items of the reply that are one of the key's, and those that are none,
 * stand with the key's in one list; each side ranks its own, and all that it lacks share a last rank. (tau-b + 1) / 2 of the two rankings is the
 * score; that times the F1 of the items is computed beside it. `items`: of the reply in its order, each the place of the key's item that it is,
 * from 0, or null. A second item of the reply for the same one of the key is none.
 */
export function scoreOrder(items: readonly (number | null)[], keyLength: number): Scored {
  const places = items.map((item, index) => (item !== null && items.indexOf(item) === index ? item : null))
  const matched = places.filter(place => place !== null).length
  const extra = places.length - matched
  const last = keyLength + extra + 1
  const ofReply = new Map(places.flatMap((place, rank) => (place === null ? [] : [[place, rank + 1] as const])))
  const key = [...Array.from({ length: keyLength }, (_, place) => place + 1), ...Array.from({ length: extra }, () => last)]
  const reply = [
    ...Array.from({ length: keyLength }, (_, place) => ofReply.get(place) ?? last),
    ...places.flatMap((place, rank) => (place === null ? [rank + 1] : [])),
  ]
  const tau = kendallTauB(key, reply)
  const score = tau === null ? oneItem(matched, keyLength, extra) : (tau + 1) / 2
  const f1 = matched === 0 ? 0 : (2 * matched) / (places.length + keyLength)
  return { score, more: { [truncated]: score, 'tau x F1': score * f1, 'order F1': f1 } }
}

/** The name of the way in which the published code counts: halves are cut off. Orders have none. */
export const truncated = 'halves cut off'

/** Where there is no order to be wrong about. */
function oneItem(matched: number, keyLength: number, extra: number): number {
  return matched === 1 && keyLength === 1 && extra === 0 ? 1 : 0
}
