import type { TokenTable } from '../token-table.ts'

// A queue holds rank and place in one number, so that the lowest rank comes first and, of equal ones, the leftmost.
const places = 2 ** 31

/** How many tokens byte pair encoding makes of bytes[0..length): again and again the two neighbours merge that are the token of lowest rank. */
export function countMerged(table: TokenTable, bytes: Uint8Array, length: number): number {
  // A part begins at each place that is not merged away; next and previous say where its neighbours begin.
  const next = Int32Array.from({ length }, (_, place) => place + 1)
  const previous = Int32Array.from({ length }, (_, place) => place - 1)
  /** By place, of the part that begins there with the next one: -1 for none. */
  const pairs = new Int32Array(length).fill(-1)
  const queue: number[] = []
  let parts = length

  function pair(place: number): void {
    const second = next[place] ?? length
    const rank = second < length ? table.idOf(bytes, place, next[second] ?? length) : -1
    pairs[place] = rank
    if (rank >= 0) push(queue, rank * places + place)
  }

  for (let place = 0; place + 1 < length; place++) pair(place)
  while (queue.length > 0) {
    const first = pop(queue)
    const place = first % places
    // One of its parts has been merged with another since.
    if (pairs[place] !== Math.floor(first / places)) continue
    const merged = next[place] ?? length
    const after = next[merged] ?? length
    next[place] = after
    if (after < length) previous[after] = place
    pairs[merged] = -1
    parts--
    pair(place)
    const before = previous[place] ?? -1
    if (before >= 0) pair(before)
  }
  return parts
}

/** A heap whose root is the lowest. */
function push(heap: number[], value: number): void {
  heap.push(value)
  for (let child = heap.length - 1; child > 0; ) {
    const parent = (child - 1) >> 1
    if ((heap[parent] ?? 0) <= value) return
    heap[child] = heap[parent] ?? 0
    heap[parent] = value
    child = parent
  }
}

function pop(heap: number[]): number {
  const [lowest = 0] = heap
  const value = heap.pop() ?? 0
  if (heap.length === 0) return lowest
  let parent = 0
  for (;;) {
    const left = 2 * parent + 1
    const right = left + 1
    const child = right < heap.length && (heap[right] ?? 0) < (heap[left] ?? 0) ? right : left
    if (child >= heap.length || (heap[child] ?? 0) >= value) break
    heap[parent] = heap[child] ?? 0
    parent = child
  }
  heap[parent] = value
  return lowest
}
