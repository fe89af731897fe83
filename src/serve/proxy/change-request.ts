import { jsonPlace, jsonPlaces } from './json-places.ts'
import type { Dialogue, Place } from './read-dialogue.ts'

/** Puts words before those of a message. Every other byte stays: numbers, unknown fields and keys that are there twice too. */
export function insertBefore(json: string, { path, part }: Place, words: string): string {
  const place = jsonPlace(json, path)
  if (place === null) return json
  if (part !== null) return splice(json, place.start, place.start, `${JSON.stringify({ type: part, text: words })},`)
  const inside = place.start + 1
  return splice(json, inside, inside, JSON.stringify(words).slice(1, -1))
}

/** Leaves these items out of the list. The last one is never among them, so a comma follows each. */
export function leaveOut(json: string, list: Dialogue['list'], indices: ReadonlySet<number>): string {
  if (indices.size === 0) return json
  const place = jsonPlace(json, [list])
  if (place === null) return json
  const items = [...jsonPlaces(json, place.start)]
  let left = json
  for (const [index, { start }] of [...items.entries()].toReversed()) {
    const next = items[index + 1]
    if (indices.has(index) && next !== undefined) left = splice(left, start, next.start, '')
  }
  return left
}

function splice(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}
