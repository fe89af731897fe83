/** Keeps the indices of the highest values it is offered. */
export interface TopIndices {
  /**
   * A stretch of values, of which the first is that of index `from`. Stretches come in rising order: of equal values the first are kept. `wanted` is
   * asked only for what would be kept.
   */
  offer(values: Float64Array, from: number, wanted: (index: number) => boolean): void
  /** What was kept so far, best first; equal values in index order. */
  take(): Highest
}

export interface Highest {
  readonly indices: readonly number[]
  /** In the same order. */
  readonly values: readonly number[]
}

/**
 * At most `count`, all above -Infinity, kept in order. They must be few beside what is offered: most of that is passed over by one comparison, and to move
 * some on takes less than a heap would.
 */
export function createTopIndices(count: number): TopIndices {
  const indices: number[] = []
  const values: number[] = []
  let bar = count > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY

  function keep(index: number, value: number): void {
    let place = values.length < count ? values.length : count - 1
    for (; place > 0; place--) {
      const before = values[place - 1] ?? 0
      if (before >= value) break
      values[place] = before
      indices[place] = indices[place - 1] ?? 0
    }
    values[place] = value
    indices[place] = index
    if (values.length === count) bar = values[count - 1] ?? 0
  }

  return {
    offer(offered, from, wanted) {
      let least = bar
      for (let place = 0; place < offered.length; place++) {
        const value = offered[place] ?? 0
        // An equal value further on is worse.
        if (!(value > least) || !wanted(from + place)) continue
        keep(from + place, value)
        least = bar
      }
    },
    take: () => ({ indices, values }),
  }
}

/** The indices of the `count` highest values above -Infinity, best first; equal values in index order. */
export function topIndices(values: Float64Array, count: number): readonly number[] {
  const top = createTopIndices(count)
  top.offer(values, 0, () => true)
  return top.take().indices
}
