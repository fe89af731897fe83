import { withinTime } from '../lib/requests/within-time.ts'
import type { LanguageModel } from '../seams.ts'

export interface TimeoutOptions {
  /** For one request, from sending it to its last token. */
  readonly timeoutMs?: number
}

/** Gives each request a limit, whatever signal it comes with. At the limit it fails with model_timeout and its connection is closed. */
export function withTimeout(model: LanguageModel, { timeoutMs = 120_000 }: TimeoutOptions = {}): LanguageModel {
  return {
    id: model.id,
    complete: async request =>
      await withinTime(signal => model.complete({ ...request, signal }), {
        who: `The model ${model.id}`,
        timeoutMs,
        signal: request.signal,
      }),
  }
}
