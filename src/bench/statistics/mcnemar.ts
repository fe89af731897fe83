export interface PairedVerdict {
  readonly first: boolean
  readonly second: boolean
}

export interface McNemar {
  /** Questions that only the first, and that only the second got right. */
  readonly onlyFirst: number
  readonly onlySecond: number
  /** Two-sided. */
  readonly p: number
}

/**
 * Whether two systems differ on the same questions: the exact test of McNemar (1947). Where they disagree, either is right as often as a fair
 * coin falls; p is twice the chance of so few of the rarer sort, at most 1.
 */
export function mcNemar(pairs: readonly PairedVerdict[]): McNemar {
  const onlyFirst = pairs.filter(({ first, second }) => first && !second).length
  const onlySecond = pairs.filter(({ first, second }) => second && !first).length
  const all = onlyFirst + onlySecond
  let tail = 0
  // In logarithms: 2^-all is zero in a number from 1,075 on.
  let term = -all * Math.LN2
  for (let count = 0; count <= Math.min(onlyFirst, onlySecond); count += 1) {
    tail += Math.exp(term)
    term += Math.log((all - count) / (count + 1))
  }
  return { onlyFirst, onlySecond, p: Math.min(1, 2 * tail) }
}
