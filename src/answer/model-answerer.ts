import type { Effort, Evidence, LedgerEntry, Message, Scope, Sentence, Usage, VerificationMode } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { sumUsage } from '../lib/sum-usage.ts'
import { loadTokenCounter } from '../lib/tokens.ts'
import type { Answerer, LanguageModel, PromptTemplate, SpaceWords, Verifier } from '../seams.ts'
import { createDraftReader } from './draft-reader.ts'
import { joinSentences } from './join-sentences.ts'
import { resolveCitations } from './resolve-citations.ts'
import { settleAnswer } from './settle-answer.ts'

/** How the model is asked. */
export interface ModelSettings {
  readonly effort?: Effort | undefined
  readonly temperature?: number | undefined
  readonly maxOutputTokens?: number | undefined
  /** Tokens that the model's window holds, prompt and reply together. A prompt that does not fit is refused before it is sent. */
  readonly contextTokens?: number | undefined
}

/** How an answer that must cite is verified. */
export interface Verification {
  readonly verifier: Verifier
  /** Asks no model: for looking among all cards, and for sentences as they come. */
  readonly rules: Verifier
  readonly mode: VerificationMode
  readonly repairPrompt: PromptTemplate<{
    readonly messages: readonly Message[]
    readonly draft: string
    readonly faults: readonly { readonly sentence: string; readonly faults: readonly string[] }[]
  }>
  /** Of the repair prompt. */
  readonly repairHash: string
  readonly wordsOf: (scope: Scope) => Promise<SpaceWords>
}

export interface ModelAnswererParts {
  readonly model: LanguageModel
  readonly settings: ModelSettings
  readonly template: PromptTemplate<Pick<Evidence, 'question' | 'text'>>
  /** Of the template. */
  readonly hash: string
  /** What the template tells the model to reply when the evidence does not answer. */
  readonly abstention: string
  /** null for a template without the citation rule: then nothing is verified, and says so with null verdicts. */
  readonly verification: Verification | null
  readonly now: () => number
}

/**
 * (5) A language model behind a template. Under the citation rule each sentence is verified against the words it cites, repaired once, and left
 * out where it still fails; no label is returned that is no card. Without evidence nothing is asked. Fails with the `model_` codes.
 */
export function createModelAnswerer(parts: ModelAnswererParts): Answerer {
  const { model, settings, template, hash, abstention, verification, now } = parts
  const prompt = { id: template.id, hash }

  return {
    async answer(scope, evidence, { onDraft, signal }) {
      if (evidence.text === '') return { ...nothing(abstention), prompt }
      const start = now()
      const calls: LedgerEntry[] = []
      const usages: Usage[] = []

      const complete = async (
        stage: 'answer' | 'repair',
        messages: readonly Message[],
        onText?: (text: string) => void,
      ): Promise<string> => {
        await checkRoom(messages, settings)
        const { text, usage, finish } = await model.complete({
          messages,
          effort: settings.effort,
          temperature: settings.temperature,
          maxOutputTokens: settings.maxOutputTokens,
          onText,
          onCall: call => calls.push({ ...call, stage }),
          signal,
        })
        usages.push(usage)
        if (finish === 'refused') throw new EngramError('model_no_answer', `${model.id} refused to answer.`)
        return text.trim()
      }
      const messages = template.build(evidence)
      const words = verification === null ? null : await verification.wordsOf(scope)
      const reader = onDraft === undefined ? null : createDraftReader({ evidence, words, verifier: verification?.rules ?? null, onDraft })
      const draft = await complete('answer', messages, reader?.write)
      await reader?.end()

      const told = (): Pick<Answered, 'by' | 'usage' | 'calls' | 'prompt' | 'modelMs'> => ({
        by: 'model',
        usage: sumUsage(usages),
        calls,
        prompt,
        modelMs: now() - start,
      })
      if (verification === null || words === null) {
        const abstained = draft.includes(abstention)
        const sentences: readonly Sentence[] = abstained ? [] : [{ text: draft, citations: [], verdict: null, faults: [] }]
        return { text: draft, abstained, sentences, citations: [], repair: null, ...told() }
      }
      let last = draft
      const { sentences, repair, abstained } = await settleAnswer(draft, {
        ...verification,
        repairPrompt: { id: verification.repairPrompt.id, hash: verification.repairHash },
        words,
        evidence,
        abstention,
        signal,
        rewrite: async (text, faulty) => {
          const faults = faulty.map(({ text: sentence, faults: found }) => ({ sentence, faults: found }))
          try {
            last = await complete('repair', verification.repairPrompt.build({ messages, draft: text, faults }))
            return last
          } catch (error) {
            // The draft is there: what holds of it is worth more than an error. The failed call stands in the ledger.
            if (error instanceof EngramError && error.code !== 'cancelled') return null
            throw error
          }
        },
        onCall(call) {
          calls.push({ ...call, stage: 'check' })
          if (call.failed === null) usages.push(call.usage)
        },
      })
      return {
        text: abstained ? abstention : joinSentences(sentences, last),
        abstained,
        sentences,
        citations: resolveCitations(sentences, evidence.cards),
        repair,
        ...told(),
      }
    },
  }
}

type Answered = Awaited<ReturnType<Answerer['answer']>>

/** Without evidence there is nothing to cite. */
const nothing = (abstention: string): Omit<Answered, 'prompt'> => ({
  text: abstention,
  by: 'model',
  abstained: true,
  sentences: [],
  citations: [],
  repair: null,
  usage: null,
  calls: [],
  modelMs: null,
})

/** Chat formats wrap each message in a few tokens of their own. */
const tokensPerMessage = 8

async function checkRoom(messages: readonly Message[], { contextTokens, maxOutputTokens = 0 }: ModelSettings): Promise<void> {
  if (contextTokens === undefined) return
  const count = await loadTokenCounter()
  const tokens = messages.reduce((sum, { content }) => sum + count(content) + tokensPerMessage, 0)
  if (tokens + maxOutputTokens <= contextTokens) return
  throw new EngramError(
    'prompt_too_long',
    `The prompt has ${tokens} tokens${maxOutputTokens === 0 ? '' : ` and the reply may have ${maxOutputTokens}`}, and the model's window holds ${contextTokens}. Ask with fewer tokens of evidence, or another preset.`,
  )
}
