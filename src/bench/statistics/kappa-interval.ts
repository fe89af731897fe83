import { quantile } from '../../lib/quantile.ts'
import { cohensKappa } from './agreement.ts'
import type { BootstrapOptions } from './bootstrap-mean.ts'
import { seededRandom } from './seeded-random.ts'
import type { Interval } from './wilson-interval.ts'

/** What two raters said of a unit, with the dialogue that it is about. */
export interface RatedPair {
  readonly cluster: string
  readonly first: boolean
  readonly second: boolean
}

/**
 * The 95% percentile interval of Cohen's kappa under the two-stage cluster bootstrap, as of `bootstrapMean`: dialogues are drawn, then as many units
 * from each. Draws for which kappa is not defined are left out. Null where kappa itself is not defined.
 */
export function kappaInterval(pairs: readonly RatedPair[], { rounds = 2_000, seed = 1 }: BootstrapOptions = {}): Interval | null {
  const kappaOf = (of: readonly RatedPair[]): number | null => {
    return cohensKappa(
      of.map(({ first }) => first),
      of.map(({ second }) => second),
    )
  }
  if (kappaOf(pairs) === null) return null
  const clusters = [...Map.groupBy(pairs, ({ cluster }) => cluster).values()]
  const random = seededRandom(seed)
  const place = (length: number): number => Math.floor(random() * length)
  const draw = (): readonly RatedPair[] =>
    clusters.flatMap(() => {
      const cluster = clusters[place(clusters.length)] ?? []
      return cluster.flatMap(() => cluster[place(cluster.length)] ?? [])
    })
  const kappas = Array.from({ length: rounds }, () => kappaOf(draw())).filter(kappa => kappa !== null)
  return kappas.length === 0 ? null : { low: quantile(kappas, 0.025), high: quantile(kappas, 0.975) }
}
