import type { Evidence, ModelCall, Sentence } from '../domain.ts'
import type { CitedClaim, SpaceWords, Support, Verifier } from '../seams.ts'
import type { DraftSentence } from './draft-sentence.ts'

export interface CheckParts {
  readonly verifier: Verifier
  readonly words: SpaceWords
  readonly evidence: Evidence
  /** Called for each request of the verifier to a model. */
  readonly onCall?: ((call: ModelCall) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** A verdict for each sentence: cited at all, cards alone, and do their words support it? */
export async function checkSentences(drafts: readonly DraftSentence[], parts: CheckParts): Promise<readonly Sentence[]> {
  const supports = await verifyAll(drafts, parts)
  return drafts.map(({ text, labels, unknown }, index) => {
    const noCards = unknown.map(label => `${label} is no card`)
    const support = supports[index] ?? null
    if (support === null) return { text, citations: labels, verdict: unknown.length > 0 ? 'unsupported' : 'uncited', faults: noCards }
    return { text, citations: labels, verdict: support.verdict, faults: [...noCards, ...support.faults] }
  })
}

/** What the verifier says of each; null where nothing is cited. */
async function verifyAll(
  sentences: readonly { readonly words: string; readonly labels: readonly string[] }[],
  { verifier, words, evidence, ...options }: CheckParts,
): Promise<readonly (Support | null)[]> {
  const cited = sentences.filter(({ labels }) => labels.length > 0)
  const supports = await verifier.verify(
    cited.map(sentence => claimOf(sentence, { words, evidence })),
    options,
  )
  let next = 0
  return sentences.map(({ labels }) => (labels.length === 0 ? null : (supports[next++] ?? null)))
}

function claimOf(
  { words: sentence, labels }: { readonly words: string; readonly labels: readonly string[] },
  { words, evidence }: { readonly words: SpaceWords; readonly evidence: Evidence },
): CitedClaim {
  const cards = evidence.cards.filter(({ label }) => labels.includes(label))
  const turnIds = new Set(cards.flatMap(({ sources }) => sources.map(({ turnId }) => turnId)))
  return {
    question: evidence.question.text,
    sentence,
    speakers: words.speakers,
    ...words.around(turnIds),
    turnsWith: stem => words.passagesWith(stem),
    turns: words.passages,
  }
}

/** For a sentence that holds up to no card it cites: the first card that supports it by itself; null where none does. */
export async function findSupport(sentence: DraftSentence, parts: CheckParts): Promise<string | null> {
  const labels = parts.evidence.cards.map(({ label }) => label)
  const supports = await verifyAll(
    labels.map(label => ({ words: sentence.words, labels: [label] })),
    parts,
  )
  return labels.find((_, index) => supports[index]?.verdict === 'supported') ?? null
}
