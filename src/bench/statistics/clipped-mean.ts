import { quantile } from '../../lib/quantile.ts'
import { seededRandom } from './seeded-random.ts'
import type { Interval } from './wilson-interval.ts'

export interface ClippedMean extends Interval {
  readonly mean: number
  /** The standard deviation of the mean over the resamples, of the population of them. */
  readonly deviation: number
}

/**
 * HealthBench's score of a set: the mean of the scores, which may lie below 0, held within 0 and 1; its deviation over resamples of the scores,
 * each held within 0 and 1 too (simple-evals of openai, which draws without a seed; here the same seed draws the same). Null of no scores.
 */
export function clippedMean(
  scores: readonly number[],
  { rounds = 1_000, seed = 1 }: { readonly rounds?: number; readonly seed?: number } = {},
): ClippedMean | null {
  if (scores.length === 0) return null
  const random = seededRandom(seed)
  const means = Array.from({ length: rounds }, () => clip(meanOf(scores.map(() => scores[Math.floor(random() * scores.length)] ?? 0))))
  const centre = meanOf(means)
  return {
    mean: clip(meanOf(scores)),
    deviation: Math.sqrt(meanOf(means.map(value => (value - centre) ** 2))),
    low: quantile(means, 0.025),
    high: quantile(means, 0.975),
  }
}

const clip = (value: number): number => Math.min(1, Math.max(0, value))
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
