export interface Interval {
  readonly low: number
  readonly high: number
}

/** Of the normal distribution: 95% lie within so many standard deviations. */
const z = 1.959963984540054

/**
 * The 95% interval of a share of `successes` in `trials` (Wilson 1927), without correction for continuity: (p + z^2/2n +- z sqrt(p(1-p)/n +
 * z^2/4n^2)) / (1 + z^2/n). Null of no trials. It takes the trials for independent, which questions on one dialogue are not: see bootstrap-mean.ts.
 */
export function wilsonInterval(successes: number, trials: number): Interval | null {
  if (trials === 0) return null
  const share = successes / trials
  const spread = 1 + z ** 2 / trials
  const centre = (share + z ** 2 / (2 * trials)) / spread
  const half = (z / spread) * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2))
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}
