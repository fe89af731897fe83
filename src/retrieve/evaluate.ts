import type { Column } from './column.ts'
import { features } from './features.ts'
import type { Partition } from './partition.ts'
import type { QuestionView } from './question-view.ts'

/** A feature as it applies to one question: its values by passage. */
export interface Term {
  readonly name: string
  readonly weight: number
  readonly values: Column
}

/** The features that are wanted and apply, in the order of the table. */
export function evaluate(view: QuestionView, partition: Partition, wanted: (name: string) => boolean): readonly Term[] {
  const earlier = new Map<string, Column>()
  const terms: Term[] = []
  for (const { name, weight, values } of features) {
    const found = wanted(name) ? values(view, partition, earlier) : null
    if (found === null) continue
    earlier.set(name, found)
    terms.push({ name, weight, values: found })
  }
  return terms
}

/** The same terms with their weights divided so that the best in each would make 1. */
export function toUnit(terms: readonly Term[]): readonly Term[] {
  const full = terms.reduce((sum, { weight, values }) => sum + (weight > 0 ? weight * values.highest : 0), 0)
  return full === 0 ? terms : terms.map(term => ({ ...term, weight: term.weight / full }))
}
