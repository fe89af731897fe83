import { lookUpRun } from '../run/look-up-run.ts'
import type { ReadRun } from '../run/read-run.ts'
import type { Reduction } from './measured.ts'

const baseline = 'full-context'

/** By system: 1 - its input tokens / those of full context, summed over the questions that both answered and whose tokens are known. */
export function reductionsOf(run: ReadRun): Readonly<Record<string, Reduction>> {
  const { systems, apart } = run.manifest.identity
  const { answer } = lookUpRun(run)
  const counted = run.questions.rows.filter(({ category }) => !apart.includes(category))
  const tokens = (id: string, system: string): number | null => answer({ id, system })?.usage?.inputTokens ?? null
  const reductions = systems.flatMap(({ name }) => {
    if (name === baseline) return []
    const pairs = counted.flatMap(({ id }) => {
      const [own, full] = [tokens(id, name), tokens(id, baseline)]
      return own === null || full === null ? [] : [{ own, full }]
    })
    const sum = (of: 'own' | 'full'): number => pairs.reduce((total, pair) => total + pair[of], 0)
    return sum('full') === 0 ? [] : [[name, { questions: pairs.length, percent: 100 * (1 - sum('own') / sum('full')) }] as const]
  })
  return Object.fromEntries(reductions)
}
