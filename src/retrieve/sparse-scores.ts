/** Scores by passage of which most are zero: the others, in no order, each passage once. */
export interface SparseScores {
  /** Of the space, in passages. */
  readonly size: number
  readonly passages: Int32Array
  readonly values: Float64Array
  /** 0 where there are none. */
  readonly highest: number
}

/** Adds up sparse scores in arrays that last: fresh ones for each search would cost more than the search in a large space. */
export interface SparseSum {
  /** `amount` is above 0. */
  add(passage: number, amount: number): void
  /** What was added since it was last taken. */
  take(): SparseScores
}

export function createSparseSum(size: number): SparseSum {
  const sums = new Float64Array(size)
  const touched = new Int32Array(size)
  let count = 0
  return {
    add(passage, amount) {
      const before = sums[passage] ?? 0
      if (before === 0) touched[count++] = passage
      sums[passage] = before + amount
    },
    take() {
      const passages = touched.slice(0, count)
      const values = new Float64Array(count)
      let highest = 0
      for (let place = 0; place < count; place++) {
        const passage = passages[place] ?? 0
        const value = sums[passage] ?? 0
        sums[passage] = 0
        values[place] = value
        if (value > highest) highest = value
      }
      count = 0
      return { size, passages, values, highest }
    },
  }
}

export function dividedScores({ size, passages, values, highest }: SparseScores, by: number): SparseScores {
  const divided = new Float64Array(values.length)
  for (let place = 0; place < values.length; place++) divided[place] = (values[place] ?? 0) / by
  return { size, passages, values: divided, highest: highest / by }
}
