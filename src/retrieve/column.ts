import type { SparseScores } from './sparse-scores.ts'

/**
 * The values of a feature by passage. Most features are zero for most passages, so each kind of column says for itself how it is added up: a
 * loop over all passages for each feature would be most of a question's time in a large space.
 */
export interface Column {
  /** 0 where none is above it. */
  readonly highest: number
  at(passage: number): number
  /** sums[passage] += weight x value, for every passage. */
  addTo(sums: Float64Array, weight: number): void
  /** into[passage] = 1 where the value is at least so much, which is above 0. */
  mark(into: Uint8Array, least: number): void
}

export function denseColumn(values: Float64Array, highest: number): Column {
  return {
    highest,
    at: passage => values[passage] ?? 0,
    addTo(sums, weight) {
      for (let passage = 0; passage < values.length; passage++) sums[passage] = (sums[passage] ?? 0) + weight * (values[passage] ?? 0)
    },
    mark(into, least) {
      for (let passage = 0; passage < values.length; passage++) if ((values[passage] ?? 0) >= least) into[passage] = 1
    },
  }
}

/**
 * Values as (value - mean) / deviation; NaN, which is unknown, as 0. Worked out wherever it is needed: a copy of all of them would take longer than
 * all else that is done with them in a large space.
 */
export function standardColumn(values: Float64Array, { mean, deviation, highest }: Standard): Column {
  // What is not known is at the mean. Written out in each loop: a call for each passage would be felt.
  return {
    highest: Math.max(0, (highest - mean) / deviation),
    at(passage) {
      const value = values[passage] ?? mean
      return Number.isNaN(value) ? 0 : (value - mean) / deviation
    },
    addTo(sums, weight) {
      // One division instead of one for each passage, which took half of the time.
      const factor = weight / deviation
      for (let passage = 0; passage < values.length; passage++) {
        const value = values[passage] ?? 0
        if (!Number.isNaN(value)) sums[passage] = (sums[passage] ?? 0) + factor * (value - mean)
      }
    },
    mark(into, least) {
      const bar = mean + least * deviation
      for (let passage = 0; passage < values.length; passage++) if ((values[passage] ?? 0) >= bar) into[passage] = 1
    },
  }
}

export interface Standard {
  readonly mean: number
  /** Above 0. */
  readonly deviation: number
  /** Of the values that are known. */
  readonly highest: number
}

/** The scores, divided by `by`. */
export function sparseColumn({ passages, values, highest }: SparseScores, by: number): Column {
  return {
    highest: highest / by,
    at: passage => (values[placeOf(passages, passage)] ?? 0) / by,
    addTo(sums, weight) {
      for (let place = 0; place < passages.length; place++) {
        const passage = passages[place] ?? 0
        sums[passage] = (sums[passage] ?? 0) + weight * ((values[place] ?? 0) / by)
      }
    },
    mark(into, least) {
      for (let place = 0; place < passages.length; place++) if ((values[place] ?? 0) / by >= least) into[passages[place] ?? 0] = 1
    },
  }
}

/** 1 for these passages, which rise. */
export function flagColumn(passages: Int32Array): Column {
  return {
    highest: passages.length > 0 ? 1 : 0,
    at: passage => (placeOf(passages, passage) < passages.length ? 1 : 0),
    addTo(sums, weight) {
      for (let place = 0; place < passages.length; place++) {
        const passage = passages[place] ?? 0
        sums[passage] = (sums[passage] ?? 0) + weight
      }
    },
    mark(into, least) {
      if (least <= 1) for (let place = 0; place < passages.length; place++) into[passages[place] ?? 0] = 1
    },
  }
}

/** The same value for a whole stretch of passages: by stretch, and where each begins, rising; the last entry is where the last one ends. */
export function stretchColumn(values: Float64Array, starts: Int32Array, stretchOf: (passage: number) => number): Column {
  const eachPassage = (visit: (from: number, to: number, value: number) => void): void => {
    for (let stretch = 0; stretch < values.length; stretch++) {
      const value = values[stretch] ?? 0
      if (value !== 0) visit(starts[stretch] ?? 0, starts[stretch + 1] ?? 0, value)
    }
  }
  return {
    highest: values.reduce((highest, value) => Math.max(highest, value), 0),
    at: passage => values[stretchOf(passage)] ?? 0,
    addTo(sums, weight) {
      eachPassage((from, to, value) => {
        const amount = weight * value
        for (let passage = from; passage < to; passage++) sums[passage] = (sums[passage] ?? 0) + amount
      })
    },
    mark(into, least) {
      eachPassage((from, to, value) => {
        if (value >= least) into.fill(1, from, to)
      })
    },
  }
}

/** Where a number stands among rising ones; past their end where it does not. */
function placeOf(numbers: Int32Array, wanted: number): number {
  let from = 0
  let to = numbers.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((numbers[middle] ?? 0) < wanted) from = middle + 1
    else to = middle
  }
  return numbers[from] === wanted ? from : numbers.length
}
