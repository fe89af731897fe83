/** By passage: the sum of value x weight, in the order given. */
export function weighedSum(terms: Iterable<{ readonly weight: number; readonly values: Float64Array }>, size: number): Float64Array {
  const sum = new Float64Array(size)
  for (const { weight, values } of terms) {
    for (let index = 0; index < size; index++) sum[index] = (sum[index] ?? 0) + weight * (values[index] ?? 0)
  }
  return sum
}
