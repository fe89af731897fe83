/** The indices of the `count` highest values above -Infinity, best first; equal values in index order. Linear in the values, without sorting them all. */
export function topIndices(values: Float64Array, count: number): readonly number[] {
  if (count <= 0) return []
  // A heap whose root is the worst of those kept.
  const heap: number[] = []
  const worse = (left: number, right: number): boolean => {
    const difference = (values[left] ?? 0) - (values[right] ?? 0)
    return difference < 0 || (difference === 0 && left > right)
  }
  const swap = (left: number, right: number): void => {
    const held = heap[left] ?? 0
    heap[left] = heap[right] ?? 0
    heap[right] = held
  }
  for (let index = 0; index < values.length; index++) {
    if (!((values[index] ?? 0) > Number.NEGATIVE_INFINITY)) continue
    if (heap.length < count) {
      heap.push(index)
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1
        if (!worse(heap[child] ?? 0, heap[parent] ?? 0)) break
        swap(child, parent)
        child = parent
      }
    } else if (worse(heap[0] ?? 0, index)) {
      heap[0] = index
      for (let parent = 0; ; ) {
        const left = 2 * parent + 1
        const right = left + 1
        let worst = parent
        if (left < heap.length && worse(heap[left] ?? 0, heap[worst] ?? 0)) worst = left
        if (right < heap.length && worse(heap[right] ?? 0, heap[worst] ?? 0)) worst = right
        if (worst === parent) break
        swap(parent, worst)
        parent = worst
      }
    }
  }
  return heap.sort((left, right) => (worse(left, right) ? 1 : -1))
}
