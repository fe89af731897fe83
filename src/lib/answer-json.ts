import type { Answer, Citation, Conflict, Evidence, FactCard, LedgerEntry, PromptName, Repair, Sentence, Usage } from '../domain.ts'

/** What `recall` tells through any door. Times in ms. */
export interface EvidenceJson {
  readonly question: string
  readonly space: string
  readonly cards: readonly FactCard[]
  readonly tokens: number
  readonly fullContextTokens: number
  readonly considered: number
  readonly leftOut: number
  readonly budget: Evidence['budget']
  readonly conflicts: readonly Conflict[]
  readonly ms: Evidence['ms']
}

export function evidenceJson(
  { question, cards, tokens, fullContextTokens, considered, leftOut, budget, conflicts, ms }: Evidence,
  space: string,
): EvidenceJson {
  return {
    question: question.text,
    space,
    cards: cards.map(cardJson),
    tokens,
    fullContextTokens,
    considered,
    leftOut,
    budget,
    conflicts,
    ms: { embed: roundMs(ms.embed), search: roundMs(ms.search), total: roundMs(ms.total) },
  }
}

/** What `ask` tells through any door. */
export interface AnswerJson {
  readonly question: string
  readonly space: string
  readonly answer: string
  readonly by: Answer['by']
  readonly abstained: boolean
  readonly sentences: readonly Sentence[]
  readonly citations: readonly Citation[]
  readonly cards: readonly FactCard[]
  readonly repair: Repair | null
  readonly usage: Usage | null
  readonly calls: readonly LedgerEntry[]
  readonly prompt: PromptName | null
  readonly tokens: number
  readonly fullContextTokens: number
  readonly ms: Answer['ms']
  readonly reused: boolean
}

export function answerJson({ question, evidence, ms, ...answer }: Answer, space: string): AnswerJson {
  return {
    question: question.text,
    space,
    answer: answer.text,
    by: answer.by,
    abstained: answer.abstained,
    sentences: answer.sentences,
    citations: answer.citations,
    cards: evidence.cards.map(cardJson),
    repair: answer.repair,
    usage: answer.usage,
    calls: answer.calls,
    prompt: answer.prompt,
    tokens: evidence.tokens,
    fullContextTokens: evidence.fullContextTokens,
    ms: { search: roundMs(ms.search), model: ms.model === null ? null : roundMs(ms.model), total: roundMs(ms.total) },
    reused: false,
  }
}

/** Two decimals: finer is noise. */
const roundMs = (ms: number): number => Math.round(ms * 100) / 100

/** Keys in the order of the documentation, whoever rendered the card. */
function cardJson({ label, claim, anchor, kind, speaker, at, memoryId, score, signals, sources }: FactCard): FactCard {
  return { label, claim, anchor, kind, speaker, at, memoryId, score, signals, sources }
}
