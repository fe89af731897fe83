import { createModelAnswerer, type ModelSettings, type Verification } from './answer/model-answerer.ts'
import { createQuoteAnswerer } from './answer/quote-answerer.ts'
import { type VerifiedText, verifyText } from './answer/verify-text.ts'
import type { Preset } from './config.ts'
import type { Evidence, Scope, VerificationMode } from './domain.ts'
import { withLedger } from './models/with-ledger.ts'
import { promptHash, questionMarks, repairMarks } from './prompt/prompt-hash.ts'
import { repairPrompt } from './prompt/repair-prompt.ts'
import { abstention, citedPrompt, fullContextPrompt, uncitedPrompt } from './prompt/templates.ts'
import type { Answerer, LanguageModel, SpaceWords, Verifier } from './seams.ts'
import { withModelSpans } from './trace/model-spans.ts'
import { withVerifierSpans } from './trace/verifier-spans.ts'
import type { SpanContent } from './trace/with-span.ts'
import { createRuleVerifier } from './verify/rule-verifier.ts'
import { withSecondOpinion } from './verify/second-opinion.ts'

/** How the model is asked, and what is done about sentences that no card supports ('repair'). */
export type AnsweringSettings = ModelSettings & { readonly verification?: VerificationMode | undefined }

export interface AnsweringParts {
  /** Answers; without one, rules that only quote. */
  readonly model: LanguageModel | undefined
  readonly settings: AnsweringSettings
  /** Decides what the rules find only partly supported. */
  readonly verifier: Verifier | undefined
  readonly prompt: Preset['prompt']
  readonly wordsOf: (scope: Scope) => Promise<SpaceWords>
  readonly spans: SpanContent
  readonly now: () => number
}

export interface DraftText {
  readonly text: string
  readonly evidence: Evidence
  readonly signal?: AbortSignal | undefined
}

export interface Answering {
  readonly answerer: Answerer
  /** What the answerer's verifier says of a text that was written elsewhere. */
  readonly verify: (scope: Scope, draft: DraftText) => Promise<VerifiedText>
}

const templates = { cited: citedPrompt, uncited: uncitedPrompt, 'full-context': fullContextPrompt }

/** The last stage: who answers, and who checks it. Loaded when something is to be answered or checked: a recall needs none of it. */
export function createAnswering(parts: AnsweringParts): Answering {
  const { wordsOf, spans } = parts
  const rules = createRuleVerifier()
  const verifier = withVerifierSpans(parts.verifier === undefined ? rules : withSecondOpinion(rules, parts.verifier), spans)
  return {
    answerer: pickAnswerer(parts, { rules, verifier, wordsOf }),
    verify: async (scope, { text, ...draft }) => verifyText(text, { ...draft, verifier, words: await wordsOf(scope) }),
  }
}

function pickAnswerer(
  { model, settings, prompt, spans, now }: AnsweringParts,
  verifying: Pick<Verification, 'rules' | 'verifier' | 'wordsOf'>,
): Answerer {
  if (model === undefined) return createQuoteAnswerer()
  const { verification: mode = 'repair', ...asked } = settings
  const template = templates[prompt]
  const verification: Verification = { ...verifying, mode, repairPrompt, repairHash: promptHash(repairPrompt, repairMarks) }
  return createModelAnswerer({
    model: withLedger(withModelSpans(model, spans), { now }),
    settings: asked,
    template,
    hash: promptHash(template, questionMarks),
    abstention,
    verification: prompt === 'cited' ? verification : null,
    now,
  })
}
