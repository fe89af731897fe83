import type { PresetName } from '../../src/config.ts'
import type { Verdict } from '../../src/domain.ts'
import { type Answer, EngramError, type LanguageModel, openEngram, type Space } from '../../src/index.ts'
import { openMemoryStore } from '../../src/testing.ts'
import type { MeasuredRequest } from './chat-server.ts'
import type { Sample } from './sample.ts'
import type { LocalServer } from './start-server.ts'

export interface WalkOptions {
  readonly sample: Sample
  readonly presets: readonly PresetName[]
  readonly server: LocalServer
  readonly model: LanguageModel
  /** So many questions of each preset are asked with nothing in the server's cache. The others find there what the one before had left. */
  readonly cold: number
  readonly onQuestion: (asked: AskedQuestion) => void
  readonly signal: AbortSignal
}

/** One question, from recall to the answer. */
export interface AskedQuestion {
  readonly sample: string
  readonly preset: PresetName
  readonly cold: boolean
  readonly question: string
  /** Null where the model gave nothing to use. */
  readonly answered: Answered | null
  /** As the server measured them: the first reply, then its repair where there was one. */
  readonly requests: readonly MeasuredRequest[]
  /** As the caller waited. */
  readonly ms: number
}

export interface Answered {
  readonly text: string
  readonly by: Answer['by']
  readonly abstained: boolean
  /** Tokens of the cards or the transcript, by o200k. */
  readonly evidenceTokens: number
  /** Of the model's first reply, and of what was answered in the end. */
  readonly firstReply: Citing
  readonly final: Citing
}

/** How far a text cites what it was given. */
export interface Citing {
  readonly cites: boolean
  /** It cites nothing but cards that exist. */
  readonly valid: boolean
  /** It cites, and every sentence that does is supported by what it cites; null where nothing checked that. */
  readonly supported: boolean | null
}

const scope = { tenant: 'local-model', space: 'sample' }
/** Small models don't know when to end. */
const mostOutputTokens = 160

/** Asks every question under every preset, through the public API and the server. */
export async function measureWalk(options: WalkOptions): Promise<readonly AskedQuestion[]> {
  const { sample, presets, server, cold, onQuestion, signal } = options
  const asked: AskedQuestion[] = []
  for (const preset of presets) {
    const { model, replies } = listenTo(options.model)
    const answering = { maxOutputTokens: mostOutputTokens, temperature: 0 }
    const memory = await openEngram({ store: openMemoryStore(), preset, model, answering })
    const space = memory.space(scope)
    await space.remember(sample.turns)
    for (const [index, { text, at }] of sample.questions.entries()) {
      if (index < cold) await server.clearCache()
      const before = (await server.requests()).length
      replies.length = 0
      const start = performance.now()
      const answer = await ask(space, text, { signal, ...(at !== null && { at }) })
      const ms = performance.now() - start
      const answered = answer === null ? null : readAnswer(answer, replies[0] ?? '')
      const requests = (await server.requests()).slice(before)
      const row: AskedQuestion = { sample: sample.name, preset, cold: index < cold, question: text, answered, requests, ms }
      asked.push(row)
      onQuestion(row)
    }
    await memory.close()
  }
  return asked
}

/** Keeps what a model replies; streams, for a long prompt takes longer than fetch waits for a first byte. */
function listenTo(model: LanguageModel): { readonly model: LanguageModel; readonly replies: string[] } {
  const replies: string[] = []
  const listening: LanguageModel = {
    id: model.id,
    async complete(request) {
      const completion = await model.complete({ ...request, onText: request.onText ?? (() => {}) })
      replies.push(completion.text)
      return completion
    },
  }
  return { model: listening, replies }
}

/** A small model that says nothing is a result, not a failure of ours. */
async function ask(
  space: Space,
  question: string,
  options: { readonly at?: string; readonly signal: AbortSignal },
): Promise<Answer | null> {
  try {
    return await space.ask(question, options)
  } catch (error) {
    if (error instanceof EngramError && error.code === 'model_no_answer') return null
    throw error
  }
}

function readAnswer(answer: Answer, firstReply: string): Answered {
  const { text, by, abstained, evidence, repair, sentences } = answer
  const known = new Set(evidence.cards.map(({ label }) => label))
  const citing = (labels: readonly string[], verdicts: readonly (Verdict | null)[]): Citing => {
    const cited = verdicts.filter(verdict => verdict !== 'uncited')
    return {
      cites: labels.length > 0,
      valid: labels.every(label => known.has(label)),
      supported: cited.includes(null) ? null : labels.length > 0 && cited.every(verdict => verdict === 'supported'),
    }
  }
  return {
    text,
    by,
    abstained,
    evidenceTokens: evidence.tokens,
    // Whatever its form, prose or JSON, a reply names cards by their labels.
    firstReply: citing(firstReply.match(/\bE\d+\b/g) ?? [], repair?.draft ?? [null]),
    final: citing(
      sentences.flatMap(({ citations }) => citations),
      sentences.map(({ verdict }) => verdict),
    ),
  }
}
