import { capturesContent } from './config.ts'
import { withLedger } from './models/with-ledger.ts'
import { checkPrompt } from './prompt/check-prompt.ts'
import type { LanguageModel, Verifier } from './seams.ts'
import { withModelSpans } from './trace/model-spans.ts'
import { createModelVerifier } from './verify/model-verifier.ts'

export { createEndpointEmbedder, type EndpointEmbedderOptions } from './embed/endpoint-embedder.ts'
export type { RetryOptions } from './lib/requests/retry-requests.ts'
export type { AiSdkModel } from './models/ai-sdk-model.ts'
export { type CompletionCache, createCompletionCache } from './models/completion-cache.ts'
export { createEndpointModel, type EndpointModelOptions } from './models/endpoint-model.ts'
export { fromAiSdk } from './models/from-ai-sdk.ts'
export { type CacheOptions, withCache } from './models/with-cache.ts'
export { type LedgerOptions, type Prices, withLedger } from './models/with-ledger.ts'
export { type LimitsOptions, withLimits } from './models/with-limits.ts'
export { type MoreRoomOptions, withMoreRoom } from './models/with-more-room.ts'
export { withRetry } from './models/with-retry.ts'
export { type TimeoutOptions, withTimeout } from './models/with-timeout.ts'

/** Decides what the rules find only partly supported, by asking a model; for `openEngram({ verifier })`. */
export function modelVerifier(model: LanguageModel): Verifier {
  return createModelVerifier({ model: withLedger(withModelSpans(model, { content: capturesContent() })), prompt: checkPrompt })
}
