/** Keeps the indices of the highest values it is offered. */
export interface TopIndices {
  /**
   * A stretch of values, of which the first is that of index `from`. Stretches come in rising order: of equal values the first are kept. `wanted` is
   * asked only for what would be kept.
   */
  offer(values: Float64Array, from: number, wanted: (index: number) => boolean): void
  /** What was kept, best first; equal values in index order. */
  take(): Kept
}

export interface Kept {
  readonly indices: readonly number[]
  /** In the same order. */
  readonly values: readonly number[]
}

/** At most `count`, all above -Infinity. They are few beside what is offered, most of which is passed over by one comparison. */
export function createTopIndices(count: number): TopIndices {
  // A heap with the worst of the kept at its root.
  const indices = new Int32Array(count)
  const values = new Float64Array(count)
  let size = 0

  const isWorse = (left: number, right: number): boolean => {
    const difference = (values[left] ?? 0) - (values[right] ?? 0)
    return difference < 0 || (difference === 0 && (indices[left] ?? 0) > (indices[right] ?? 0))
  }

  const swap = (left: number, right: number): void => {
    const index = indices[left] ?? 0
    const value = values[left] ?? 0
    put(left, indices[right] ?? 0, values[right] ?? 0)
    put(right, index, value)
  }

  const put = (place: number, index: number, value: number): void => {
    indices[place] = index
    values[place] = value
  }

  const rise = (from: number): void => {
    for (let place = from; place > 0; ) {
      const above = (place - 1) >> 1
      if (!isWorse(place, above)) return
      swap(place, above)
      place = above
    }
  }

  const sink = (): void => {
    for (let place = 0; ; ) {
      let worst = 2 * place + 1
      if (worst >= size) return
      if (worst + 1 < size && isWorse(worst + 1, worst)) worst++
      if (!isWorse(worst, place)) return
      swap(place, worst)
      place = worst
    }
  }

  /** What must be passed to be kept. */
  const bar = (): number => (size < count ? Number.NEGATIVE_INFINITY : (values[0] ?? Number.POSITIVE_INFINITY))

  const keep = (index: number, value: number): void => {
    if (size < count) {
      put(size++, index, value)
      rise(size - 1)
    } else {
      put(0, index, value)
      sink()
    }
  }

  return {
    offer(offered, from, wanted) {
      let least = bar()
      for (let place = 0; place < offered.length; place++) {
        const value = offered[place] ?? 0
        if (!(value > least) || !wanted(from + place)) continue
        keep(from + place, value)
        least = bar()
      }
    },
    take() {
      const taken = size
      while (size > 0) {
        size--
        swap(0, size)
        sink()
      }
      return { indices: [...indices.subarray(0, taken)], values: [...values.subarray(0, taken)] }
    },
  }
}

/** The indices of the `count` highest values above -Infinity, best first; equal values in index order. */
export function topIndices(values: Float64Array, count: number): readonly number[] {
  const top = createTopIndices(Math.max(0, Math.min(count, values.length)))
  top.offer(values, 0, () => true)
  return top.take().indices
}
