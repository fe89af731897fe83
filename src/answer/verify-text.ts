import type { Citation, Sentence } from '../domain.ts'
import { checkDraft } from './check-draft.ts'
import type { CheckParts } from './check-sentences.ts'
import { resolveCitations } from './resolve-citations.ts'

/** A text that somebody else wrote from the cards, checked: a verdict for each sentence, and every cited label opened. */
export interface VerifiedText {
  readonly sentences: readonly Sentence[]
  readonly citations: readonly Citation[]
}

/** Reports, and changes nothing: for answers that are not ours to mend. */
export async function verifyText(text: string, parts: CheckParts): Promise<VerifiedText> {
  const { checked: sentences } = await checkDraft(text, parts)
  return { sentences, citations: resolveCitations(sentences, parts.evidence.cards) }
}
