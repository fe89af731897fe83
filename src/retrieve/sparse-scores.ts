/** Scores by passage of which most are zero: the others. */
export interface SparseScores {
  /** Rising. */
  readonly passages: Int32Array
  readonly values: Float64Array
  /** 0 where there are none. */
  readonly highest: number
}

/** Adds up sparse scores in arrays that last: fresh ones for each search would cost more than the search. */
export interface SparseSum {
  /** `amount` is above 0. */
  add(passage: number, amount: number): void
  /** What was added since it was last taken, written over what `into` held. */
  take(into: SparseBuffer): SparseScores
}

/** Room for scores of as many passages as it was made for. */
export interface SparseBuffer {
  readonly passages: Int32Array
  readonly values: Float64Array
}

export function sparseBuffer(size: number): SparseBuffer {
  return { passages: new Int32Array(size), values: new Float64Array(size) }
}

export function createSparseSum(size: number): SparseSum {
  const sums = new Float64Array(size)
  // A bit for each passage that has a sum: read in order, they need no sorting.
  const touched = new Int32Array((size >> 5) + 1)
  return {
    add(passage, amount) {
      // The bit is set whether or not it is already: a test would be guessed wrong about as often as right.
      touched[passage >> 5] = (touched[passage >> 5] ?? 0) | (1 << (passage & 31))
      sums[passage] = (sums[passage] ?? 0) + amount
    },
    take({ passages, values }) {
      let highest = 0
      let place = 0
      for (let word = 0; word < touched.length; word++) {
        for (let bits = touched[word] ?? 0; bits !== 0; bits &= bits - 1) {
          const passage = (word << 5) + (31 - Math.clz32(bits & -bits))
          const value = sums[passage] ?? 0
          sums[passage] = 0
          passages[place] = passage
          values[place++] = value
          if (value > highest) highest = value
        }
        touched[word] = 0
      }
      return { passages: passages.subarray(0, place), values: values.subarray(0, place), highest }
    },
  }
}
