import type { Citation, Sentence } from '../domain.ts'
import { type CheckParts, checkSentences } from './check-sentences.ts'
import { draftSentence } from './draft-sentence.ts'
import { parseCitations } from './parse-citations.ts'
import { resolveCitations } from './resolve-citations.ts'

/** A text that somebody else wrote from the cards, checked: a verdict for each sentence, and every cited label opened. */
export interface VerifiedText {
  readonly sentences: readonly Sentence[]
  readonly citations: readonly Citation[]
}

/** Reports, and changes nothing: for answers that are not ours to mend. */
export async function verifyText(text: string, parts: CheckParts): Promise<VerifiedText> {
  const known = new Set(parts.evidence.cards.map(({ label }) => label))
  const drafts = parseCitations(text).map(sentence => draftSentence(sentence, known))
  const sentences = await checkSentences(drafts, parts)
  return { sentences, citations: resolveCitations(sentences, parts.evidence.cards) }
}
