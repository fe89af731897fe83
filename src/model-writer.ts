import type { ExtractMode } from './config.ts'
import type { LedgerEntry } from './domain.ts'
import { createBatchWriter } from './extract/batch-writer.ts'
import type { Refusal } from './extract/believe-records.ts'
import { createModelExtractor } from './extract/model-extractor.ts'
import { createTurnWriter } from './extract/turn-writer.ts'
import { withLedger } from './models/with-ledger.ts'
import { batchPrompt, extractPrompt, routePrompt } from './prompt/memory-prompts.ts'
import { promptHash, turnMarks } from './prompt/prompt-hash.ts'
import { createModelRouter } from './route/model-router.ts'
import type { BackgroundWriter, LanguageModel } from './seams.ts'
import { createRuleVerifier } from './verify/rule-verifier.ts'

export interface Extraction {
  readonly model: LanguageModel
  /** Several turns in a call ('batch', the default), or the paper's way: each turn routed and extracted by itself. */
  readonly mode?: ExtractMode | undefined
}

/** What a background writer tells while it writes. */
export interface WriterHooks {
  readonly onCall: (entry: LedgerEntry) => void
  readonly onRefusal: (refusal: Refusal) => void
}

/** A model that reads the log in the background; every record it tells is checked, by rules, against the words of its turn. */
export function createModelWriter({ model, mode = 'batch' }: Extraction, { onCall, onRefusal }: WriterHooks): BackgroundWriter {
  const verifier = createRuleVerifier()
  const metered = withLedger(model)
  const at = (stage: LedgerEntry['stage']): LanguageModel => ({
    id: model.id,
    complete: request => metered.complete({ ...request, onCall: call => onCall({ ...call, stage }) }),
  })
  if (mode === 'batch')
    return createBatchWriter({ model: at('extract'), prompt: batchPrompt, hash: promptHash(batchPrompt, turnMarks), verifier, onRefusal })
  return createTurnWriter({
    router: createModelRouter({ model: at('route'), prompt: routePrompt }),
    extractor: createModelExtractor({
      model: at('extract'),
      prompt: extractPrompt,
      hash: promptHash(extractPrompt, turnMarks),
      verifier,
      onRefusal,
    }),
  })
}
