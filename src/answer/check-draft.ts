import type { Sentence } from '../domain.ts'
import { type CheckParts, checkSentences } from './check-sentences.ts'
import { type DraftSentence, draftSentence } from './draft-sentence.ts'
import { parseCitations } from './parse-citations.ts'

export interface CheckedDraft {
  readonly drafts: readonly DraftSentence[]
  readonly checked: readonly Sentence[]
}

/** A verdict for each sentence of a text that cites cards. */
export async function checkDraft(text: string, parts: CheckParts): Promise<CheckedDraft> {
  const known = new Set(parts.evidence.cards.map(({ label }) => label))
  const drafts = parseCitations(text).map(sentence => draftSentence(sentence, known))
  return { drafts, checked: await checkSentences(drafts, parts) }
}
