import { makeProbes } from '../judges/probes.ts'
import type { SystemContext } from '../systems/open-system.ts'
import { questionRow, type Selection } from './select-questions.ts'

/**
 * The parts of the key that are no secret to what is no system: which turns it names, for `gold-evidence`, and what the probes say. Whatever is
 * measured is given neither.
 */
export function keyParts({ questions }: Selection): Required<Pick<SystemContext, 'evidence' | 'probes'>> {
  const ids = new Map(questions.map(({ question: { id, asked } }) => [keyOf(asked), id]))
  const evidence = new Map(questions.map(({ question: { id, gold } }) => [id, gold.evidence]))
  const probes = makeProbes(questions.map(questionRow))
  return {
    evidence: asked => evidence.get(ids.get(keyOf(asked)) ?? '') ?? [],
    probes: (name, asked) => probes.get(ids.get(keyOf(asked)) ?? '')?.[name] ?? '',
  }
}

const keyOf = ({ space, text }: { readonly space: string; readonly text: string }): string => JSON.stringify([space, text])
