import { quantile } from '../../lib/quantile.ts'
import { seededRandom } from './seeded-random.ts'
import type { Interval } from './wilson-interval.ts'

/** A score of one question, with the dialogue that it is about. For two systems the difference of their scores on it: so they are paired. */
export interface ClusteredValue {
  readonly cluster: string
  readonly value: number
}

export interface BootstrapOptions {
  /** Resamples; at least 2,000 for an interval. */
  readonly rounds?: number
  readonly seed?: number
}

export interface BootstrapMean extends Interval {
  /** Of the values as they are. */
  readonly mean: number
}

/**
 * The mean with its 95% percentile interval under the two-stage cluster bootstrap (Davison and Hinkley 1997, section 3.8): dialogues are drawn
 * with replacement, then as many of its questions from each. Questions on one dialogue fall together, so this is wider than an interval that
 * takes them one by one; with LoCoMo's ten dialogues it is still a little too narrow. Null of no values. The same seed gives the same interval.
 */
export function bootstrapMean(
  values: readonly ClusteredValue[],
  { rounds = 10_000, seed = 1 }: BootstrapOptions = {},
): BootstrapMean | null {
  const clusters = [...Map.groupBy(values, ({ cluster }) => cluster).values()].map(of => of.map(({ value }) => value))
  if (clusters.length === 0) return null
  const random = seededRandom(seed)
  const place = (length: number): number => Math.floor(random() * length)
  const means = Array.from({ length: rounds }, () => {
    let sum = 0
    let count = 0
    for (let drawn = 0; drawn < clusters.length; drawn += 1) {
      const cluster = clusters[place(clusters.length)] ?? []
      for (let index = 0; index < cluster.length; index += 1) sum += cluster[place(cluster.length)] ?? 0
      count += cluster.length
    }
    return sum / count
  })
  const mean = values.reduce((sum, { value }) => sum + value, 0) / values.length
  return { mean, low: quantile(means, 0.025), high: quantile(means, 0.975) }
}
