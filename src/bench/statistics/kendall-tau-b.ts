/**
 * Kendall's tau-b of two rankings of the same items, with ties (Kendall 1945): (C - D) / sqrt((n0 - n1)(n0 - n2)), where C and D are the pairs that
 * both rank the same and the other way round, n0 all pairs, and n1 and n2 those that the first and the second rank the same. Null where it is not
 * defined: one of them ranks all items the same.
 */
export function kendallTauB(first: readonly number[], second: readonly number[]): number | null {
  let difference = 0
  let untiedFirst = 0
  let untiedSecond = 0
  for (let one = 0; one < first.length; one += 1) {
    for (let other = one + 1; other < first.length; other += 1) {
      const [left, right] = [order(first, one, other), order(second, one, other)]
      difference += left * right
      untiedFirst += Math.abs(left)
      untiedSecond += Math.abs(right)
    }
  }
  return untiedFirst === 0 || untiedSecond === 0 ? null : difference / Math.sqrt(untiedFirst * untiedSecond)
}

const order = (ranks: readonly number[], one: number, other: number): number => Math.sign((ranks[one] ?? 0) - (ranks[other] ?? 0))
