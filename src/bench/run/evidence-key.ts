import type { EvidenceKey } from '../systems/baselines.ts'
import type { Selection } from './select-questions.ts'

/** Which turns the key names for a question: for `gold-evidence` alone. It holds no answers. */
export function evidenceKey({ questions }: Selection): EvidenceKey {
  const named = new Map(questions.map(({ question: { asked, gold } }) => [keyOf(asked), gold.evidence]))
  return asked => named.get(keyOf(asked)) ?? []
}

const keyOf = ({ space, text }: { readonly space: string; readonly text: string }): string => JSON.stringify([space, text])
