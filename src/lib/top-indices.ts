/** The indices of the `count` highest values above -Infinity, best first; equal values in index order. Linear in the values, without sorting them all. */
export function topIndices(values: Float64Array, count: number): readonly number[] {
  if (count <= 0) return []
  const heap: number[] = []
  // What does not pass it is passed over by one comparison: an equal value further on is worse.
  let bar = Number.NEGATIVE_INFINITY
  for (let index = 0; index < values.length; index++) {
    if (!((values[index] ?? 0) > bar)) continue
    if (heap.length < count) {
      heap.push(index)
      rise(heap, values)
    } else {
      heap[0] = index
      sink(heap, heap.length, values)
    }
    if (heap.length === count) bar = values[heap[0] ?? 0] ?? 0
  }
  // The worst goes to the end, again and again.
  for (let last = heap.length - 1; last > 0; last--) {
    swap(heap, 0, last)
    sink(heap, last, values)
  }
  return heap
}

/** Of two indices, whether the left one's value is worse. */
function isWorse(values: Float64Array, left: number, right: number): boolean {
  const [one, other] = [values[left] ?? 0, values[right] ?? 0]
  return one < other || (one === other && left > right)
}

/** The root of the heap is the worst of those kept: puts its last in place. */
function rise(heap: number[], values: Float64Array): void {
  for (let child = heap.length - 1; child > 0; ) {
    const parent = (child - 1) >> 1
    if (!isWorse(values, heap[child] ?? 0, heap[parent] ?? 0)) return
    swap(heap, child, parent)
    child = parent
  }
}

/** Puts the root in place among the first `size`. */
function sink(heap: number[], size: number, values: Float64Array): void {
  for (let parent = 0; ; ) {
    const left = 2 * parent + 1
    const right = left + 1
    let worst = parent
    if (left < size && isWorse(values, heap[left] ?? 0, heap[worst] ?? 0)) worst = left
    if (right < size && isWorse(values, heap[right] ?? 0, heap[worst] ?? 0)) worst = right
    if (worst === parent) return
    swap(heap, parent, worst)
    parent = worst
  }
}

function swap(heap: number[], left: number, right: number): void {
  const held = heap[left] ?? 0
  heap[left] = heap[right] ?? 0
  heap[right] = held
}
