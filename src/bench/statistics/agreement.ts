/** What a rater said of a unit; null where it said nothing. */
export type Rating = string | number | boolean | null

/**
 * Agreement of two raters on the same units beyond chance (Cohen 1960): (po - pe) / (1 - pe). Units that one of them left out don't count. Null
 * where it is not defined: no common units, or both always said the same one thing.
 */
export function cohensKappa(first: readonly Rating[], second: readonly Rating[]): number | null {
  const pairs = first
    .map((rating, index) => [rating, second[index] ?? null] as const)
    .filter(([one, other]) => one !== null && other !== null)
  if (pairs.length === 0) return null
  const share = (side: 0 | 1, rating: Rating): number => pairs.filter(pair => pair[side] === rating).length / pairs.length
  const observed = pairs.filter(([one, other]) => one === other).length / pairs.length
  const ratings = [...new Set(pairs.map(([one]) => one))]
  const expected = ratings.reduce((sum: number, rating) => sum + share(0, rating) * share(1, rating), 0)
  return expected === 1 ? null : (observed - expected) / (1 - expected)
}

/**
 * Agreement of any number of raters on units of nominal ratings, with gaps: Krippendorff's alpha, 1 - Do/De by his coincidence matrix (Computing
 * Krippendorff's Alpha-Reliability, 2011). One row a rater, one column a unit. Null where no unit has two ratings, or there is one rating only.
 */
export function krippendorffsAlpha(raters: readonly (readonly Rating[])[]): number | null {
  const units = Math.max(0, ...raters.map(({ length }) => length))
  const totals = new Map<Rating, number>()
  let pairable = 0
  let disagreement = 0
  for (let unit = 0; unit < units; unit += 1) {
    const ratings = raters.map(ratingsOf => ratingsOf[unit] ?? null).filter(rating => rating !== null)
    if (ratings.length < 2) continue
    pairable += ratings.length
    for (const rating of ratings) {
      totals.set(rating, (totals.get(rating) ?? 0) + 1)
      disagreement += ratings.filter(other => other !== rating).length / (ratings.length - 1)
    }
  }
  const expected = [...totals.values()].reduce((sum, total) => sum + total * (pairable - total), 0) / (pairable - 1)
  return pairable === 0 || expected === 0 ? null : 1 - disagreement / expected
}

/** The share of questions whose verdict is not the same in all runs of one judge. Null of none. One row a run, one column a question. */
export function flipRate(runs: readonly (readonly Rating[])[]): number | null {
  const [first = []] = runs
  if (first.length === 0) return null
  const flipped = first.filter((verdict, index) => runs.some(run => (run[index] ?? null) !== verdict))
  return flipped.length / first.length
}
