import type { Column } from './column.ts'

/** By passage: the sum of value x weight, in the order given. */
export function weighedSum(terms: Iterable<{ readonly weight: number; readonly values: Column }>, size: number): Float64Array {
  const sums = new Float64Array(size)
  for (const { weight, values } of terms) values.addTo(sums, weight)
  return sums
}
