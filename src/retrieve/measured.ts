/** Numbers by passage, and how they are spread. */
export interface Measured {
  readonly values: Float64Array
  readonly mean: number
  readonly deviation: number
  /** Minus infinity where there are none. */
  readonly highest: number
}

/** Of the caller's own array. NaN, which is unknown, counts for nothing and is put at the mean of the others. */
export function measured(values: Float64Array): Measured {
  let count = 0
  let sum = 0
  let squares = 0
  let highest = Number.NEGATIVE_INFINITY
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0
    if (Number.isNaN(value)) continue
    count++
    sum += value
    squares += value * value
    if (value > highest) highest = value
  }
  const { mean, deviation } = spreadFrom({ count, sum, squares })
  if (count < values.length) for (let index = 0; index < values.length; index++) if (Number.isNaN(values[index])) values[index] = mean
  return { values, mean, deviation, highest }
}

export interface Sums {
  readonly count: number
  readonly sum: number
  readonly squares: number
}

/** Mean and standard deviation of what was added up in one pass. */
export function spreadFrom({ count, sum, squares }: Sums): { readonly mean: number; readonly deviation: number } {
  const mean = sum / Math.max(1, count)
  return { mean, deviation: Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean)) }
}
