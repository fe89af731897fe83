import { type ModelCall, type Usage, unknownServed, unknownUsage } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { faultOf } from '../lib/requests/request-fault.ts'
import type { LanguageModel } from '../seams.ts'

/** For a million tokens, in one currency of your choice. */
export interface Prices {
  readonly input: number
  /** Of input that the server had cached. As `input` where not given. */
  readonly cachedInput?: number | undefined
  readonly output: number
}

export interface LedgerOptions {
  readonly prices?: Prices | undefined
  /** Milliseconds. */
  readonly now?: () => number
}

/** Reports each request through `onCall`, also a failed one. A model that reports its own requests is left to it. */
export function withLedger(model: LanguageModel, { prices, now = () => performance.now() }: LedgerOptions = {}): LanguageModel {
  return {
    id: model.id,
    async complete(request) {
      const start = now()
      let reported = false
      const onCall = (call: ModelCall) => {
        reported = true
        request.onCall?.(call)
      }
      const report = (usage: Usage, outcome: Pick<ModelCall, 'failed' | 'finish' | 'served'>) => {
        if (reported) return
        request.onCall?.({ model: model.id, usage, replayed: false, ms: now() - start, cost: costOf(usage, prices), ...outcome })
      }
      try {
        const completion = await model.complete({ ...request, onCall })
        const { usage, finish, served = unknownServed } = completion
        report(usage, { failed: null, finish, served })
        return completion
      } catch (error) {
        const failed = error instanceof EngramError ? error.code : 'unknown'
        report(faultOf(error)?.usage ?? unknownUsage, { failed, finish: null, served: unknownServed })
        throw error
      }
    },
  }
}

/** Null where no prices are given or a number that they need is not known. */
function costOf({ inputTokens, cachedInputTokens, outputTokens }: Usage, prices: Prices | undefined): number | null {
  if (prices === undefined || inputTokens === null || outputTokens === null) return null
  const { input, cachedInput = input, output } = prices
  const cached = cachedInput === input ? 0 : cachedInputTokens
  if (cached === null) return null
  return ((inputTokens - cached) * input + cached * cachedInput + outputTokens * output) / 1_000_000
}
