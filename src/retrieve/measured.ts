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
  const known = values.filter(value => !Number.isNaN(value))
  const tally = createTally()
  addUp(known, tally)
  const { mean, deviation } = spreadOf(tally)
  if (known.length < values.length)
    for (let index = 0; index < values.length; index++) if (Number.isNaN(values[index])) values[index] = mean
  return { values, mean, deviation, highest: tally.highest }
}

/** What is added up of numbers that come in portions. */
export interface Tally {
  count: number
  sum: number
  squares: number
  highest: number
}

export function createTally(): Tally {
  return { count: 0, sum: 0, squares: 0, highest: Number.NEGATIVE_INFINITY }
}

/** A loop of its own, with all it adds up in variables of its own: half of what it takes among others. */
export function addUp(values: Float64Array, tally: Tally): void {
  let { sum, squares, highest } = tally
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0
    sum += value
    squares += value * value
    if (value > highest) highest = value
  }
  tally.count += values.length
  tally.sum = sum
  tally.squares = squares
  tally.highest = highest
}

/** Mean and standard deviation. */
export function spreadOf({ count, sum, squares }: Tally): { readonly mean: number; readonly deviation: number } {
  const mean = sum / Math.max(1, count)
  return { mean, deviation: Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean)) }
}
