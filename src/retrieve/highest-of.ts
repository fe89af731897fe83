/** The highest value, 0 where none is above it. */
export function highestOf(values: Float64Array): number {
  let highest = 0
  // By index, as iterating over a typed array takes several times as long.
  for (let index = 0; index < values.length; index++) highest = Math.max(highest, values[index] ?? 0)
  return highest
}
