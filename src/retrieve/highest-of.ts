/** The highest value, 0 where none is above it. */
export function highestOf(values: Float64Array): number {
  let highest = 0
  for (const value of values) if (value > highest) highest = value
  return highest
}
