import type { Evidence } from '../domain.ts'
import type { DraftEvent, SpaceWords, Verifier } from '../seams.ts'
import { checkSentences } from './check-sentences.ts'
import { draftSentence } from './draft-sentence.ts'
import { parseCitations } from './parse-citations.ts'
import { resolveCitations } from './resolve-citations.ts'

export interface DraftReaderParts {
  readonly evidence: Evidence
  /** null with the verifier: sentences are not told apart. */
  readonly words: SpaceWords | null
  readonly verifier: Verifier | null
  readonly onDraft: (event: DraftEvent) => void
}

/** Reads a draft as it comes: passes the text on, and a sentence, checked, as soon as it has ended for certain: the next one has begun. */
export function createDraftReader({ evidence, words, verifier, onDraft }: DraftReaderParts): {
  readonly write: (text: string) => void
  readonly end: () => Promise<void>
} {
  const known = new Set(evidence.cards.map(({ label }) => label))
  let draft = ''
  let told = 0
  let queue: Promise<void> = Promise.resolve()

  async function tell(upTo: number): Promise<void> {
    if (words === null || verifier === null) return
    const drafts = parseCitations(draft)
      .slice(told, upTo)
      .map(sentence => draftSentence(sentence, known))
    told = Math.max(told, upTo)
    for (const sentence of await checkSentences(drafts, { verifier, words, evidence })) {
      onDraft({ type: 'sentence', sentence, citations: resolveCitations([sentence], evidence.cards) })
    }
  }

  return {
    write(text) {
      draft += text
      onDraft({ type: 'text', text })
      // A sentence may end anywhere, but only white space after its mark shows it.
      if (!/\s/.test(text)) return
      queue = queue.then(() => tell(parseCitations(draft).length - 1))
      // Told at the end, which never comes where the model fails.
      queue.catch(() => undefined)
    },
    async end() {
      queue = queue.then(() => tell(parseCitations(draft).length))
      await queue
    },
  }
}
