import { firstFrom } from '../lib/first-from.ts'
import type { SparseScores } from './sparse-scores.ts'

/**
 * The values of a feature by passage. Most features are zero for most passages, so each kind of column says for itself how it is added up: a
 * loop over all passages for each feature would be most of a question's time in a large space.
 */
export interface Column {
  /** 0 where none is above it. */
  readonly highest: number
  at(passage: number): number
  /** sums[i] += weight x value of passage `from` + i. */
  addTo(sums: Float64Array, weight: number, from: number): void
  /** into[i] = 1 where the value of passage `from` + i is at least so much, which is above 0. */
  mark(into: Uint8Array, least: number, from: number): void
}

export function denseColumn(values: Float64Array, highest: number): Column {
  return {
    highest,
    at: passage => values[passage] ?? 0,
    addTo(sums, weight, from) {
      for (let place = 0; place < sums.length; place++) sums[place] = (sums[place] ?? 0) + weight * (values[from + place] ?? 0)
    },
    mark(into, least, from) {
      for (let place = 0; place < into.length; place++) if ((values[from + place] ?? 0) >= least) into[place] = 1
    },
  }
}

/** Values as (value - mean) / deviation, worked out wherever it is needed: to write all of them down would take longer in a large space. */
export function standardColumn(values: Float64Array, { mean, deviation, highest }: Standard): Column {
  return {
    highest: Math.max(0, (highest - mean) / deviation),
    at: passage => ((values[passage] ?? mean) - mean) / deviation,
    addTo(sums, weight, from) {
      // One division instead of one for each passage, which took half of the time.
      const factor = weight / deviation
      for (let place = 0; place < sums.length; place++) sums[place] = (sums[place] ?? 0) + factor * ((values[from + place] ?? 0) - mean)
    },
    mark(into, least, from) {
      const bar = mean + least * deviation
      for (let place = 0; place < into.length; place++) if ((values[from + place] ?? 0) >= bar) into[place] = 1
    },
  }
}

export interface Standard {
  readonly mean: number
  /** Above 0. */
  readonly deviation: number
  readonly highest: number
}

/** The scores, divided by `by`. */
export function sparseColumn({ passages, values, highest }: SparseScores, by: number): Column {
  return {
    highest: highest / by,
    at(passage) {
      const place = firstFrom(passages, passage)
      return passages[place] === passage ? (values[place] ?? 0) / by : 0
    },
    addTo(sums, weight, from) {
      const end = firstFrom(passages, from + sums.length)
      for (let place = firstFrom(passages, from); place < end; place++) {
        const passage = (passages[place] ?? 0) - from
        sums[passage] = (sums[passage] ?? 0) + weight * ((values[place] ?? 0) / by)
      }
    },
    mark(into, least, from) {
      const end = firstFrom(passages, from + into.length)
      for (let place = firstFrom(passages, from); place < end; place++) {
        if ((values[place] ?? 0) / by >= least) into[(passages[place] ?? 0) - from] = 1
      }
    },
  }
}

/** 1 for these passages, which rise. */
export function flagColumn(passages: Int32Array): Column {
  return {
    highest: passages.length > 0 ? 1 : 0,
    at: passage => (passages[firstFrom(passages, passage)] === passage ? 1 : 0),
    addTo(sums, weight, from) {
      const end = firstFrom(passages, from + sums.length)
      for (let place = firstFrom(passages, from); place < end; place++) {
        const passage = (passages[place] ?? 0) - from
        sums[passage] = (sums[passage] ?? 0) + weight
      }
    },
    mark(into, least, from) {
      if (least > 1) return
      const end = firstFrom(passages, from + into.length)
      for (let place = firstFrom(passages, from); place < end; place++) into[(passages[place] ?? 0) - from] = 1
    },
  }
}

/** The same value for a whole stretch of passages: by stretch, and where each begins, rising; the last entry is where the last one ends. */
export function stretchColumn(values: Float64Array, starts: Int32Array, stretchOf: (passage: number) => number): Column {
  const eachIn = (size: number, from: number, visit: (from: number, to: number, value: number) => void): void => {
    for (let stretch = stretchOf(from); stretch < values.length; stretch++) {
      const start = (starts[stretch] ?? 0) - from
      if (start >= size) return
      const value = values[stretch] ?? 0
      if (value !== 0) visit(Math.max(0, start), Math.min(size, (starts[stretch + 1] ?? 0) - from), value)
    }
  }
  return {
    highest: values.reduce((highest, value) => Math.max(highest, value), 0),
    at: passage => values[stretchOf(passage)] ?? 0,
    addTo(sums, weight, from) {
      eachIn(sums.length, from, (start, end, value) => {
        const amount = weight * value
        for (let place = start; place < end; place++) sums[place] = (sums[place] ?? 0) + amount
      })
    },
    mark(into, least, from) {
      eachIn(into.length, from, (start, end, value) => {
        if (value >= least) into.fill(1, start, end)
      })
    },
  }
}
