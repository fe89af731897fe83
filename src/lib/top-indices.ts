/**
 * The indices of the `count` highest values above -Infinity, best first; equal values in index order. `count` is small beside the values: few of them
 * are better than all that are kept, and the others are passed over by one comparison.
 */
export function topIndices(values: Float64Array, count: number): readonly number[] {
  const kept: number[] = []
  if (count <= 0) return kept
  let bar = Number.NEGATIVE_INFINITY
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0
    // An equal value further on is worse.
    if (!(value > bar)) continue
    let place = kept.length < count ? kept.length : count - 1
    for (; place > 0; place--) {
      const before = kept[place - 1] ?? 0
      if ((values[before] ?? 0) >= value) break
      kept[place] = before
    }
    kept[place] = index
    if (kept.length === count) bar = values[kept[count - 1] ?? 0] ?? 0
  }
  return kept
}
