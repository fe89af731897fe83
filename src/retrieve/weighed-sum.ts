import type { Column } from './column.ts'

/** By passage: the sum of value x weight, in the order given. `sums` is written over, where given. */
export function weighedSum(
  terms: Iterable<{ readonly weight: number; readonly values: Column }>,
  size: number,
  sums: Float64Array = new Float64Array(size),
): Float64Array {
  sums.fill(0)
  for (const { weight, values } of terms) values.addTo(sums, weight)
  return sums
}
