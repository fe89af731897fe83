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

/**
 * A loop of its own, with all it adds up in variables of its own: half of what it takes among others. Two at once, so that the processor needn't wait for one
 * addition to begin the next.
 */
export function addUp(values: Float64Array, tally: Tally): void {
  let { sum, squares, highest } = tally
  let otherSum = 0
  let otherSquares = 0
  const even = values.length - (values.length % 2)
  for (let index = 0; index < even; index += 2) {
    const value = values[index] ?? 0
    const other = values[index + 1] ?? 0
    sum += value
    otherSum += other
    squares += value * value
    otherSquares += other * other
    if (value > highest) highest = value
    if (other > highest) highest = other
  }
  if (even < values.length) {
    const last = values[even] ?? 0
    sum += last
    squares += last * last
    if (last > highest) highest = last
  }
  tally.count += values.length
  tally.sum = sum + otherSum
  tally.squares = squares + otherSquares
  tally.highest = highest
}

/** Mean and standard deviation. */
export function spreadOf({ count, sum, squares }: Tally): { readonly mean: number; readonly deviation: number } {
  const mean = sum / Math.max(1, count)
  return { mean, deviation: Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean)) }
}
