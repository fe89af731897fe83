import type { Answer, Evidence, FactCard } from '../domain.ts'

/** One JSON object on stdout: what scripts read. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Words for a person while something runs: never on stdout. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Milliseconds with two decimals: finer is noise. */
export function roundMs<Timings extends Readonly<Record<string, number | null>>>(ms: Timings): Record<keyof Timings, number | null> {
  const rounded = Object.entries(ms).map(([name, value]) => [name, value === null ? null : Math.round(value * 100) / 100])
  return Object.fromEntries(rounded)
}

export function evidenceJson(
  { question, cards, tokens, fullContextTokens, considered, leftOut, budget, conflicts, ms }: Evidence,
  space: string,
): Record<string, unknown> {
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
    ms: roundMs(ms),
  }
}

export function answerJson({ question, evidence, ms, ...answer }: Answer, space: string): Record<string, unknown> {
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
    ms: roundMs(ms),
    reused: false,
  }
}

function cardJson({ label, claim, anchor, kind, speaker, at, memoryId, score, signals, sources }: FactCard): Record<string, unknown> {
  return { label, claim, anchor, kind, speaker, at, memoryId, score, signals, sources }
}
