import type { ModelCall } from '../../domain.ts'
import { withLedger } from '../../models/with-ledger.ts'
import type { LanguageModel } from '../../seams.ts'
import type { TimedCall } from './run-rows.ts'

export interface BudgetLimits {
  /** Read and written together, over all processes that worked on the run. */
  readonly maxTokens: number | null
  /** In the currency of the prices. */
  readonly maxCost: number | null
}

export interface Spent {
  readonly calls: number
  /** Without those that no one told or counted. */
  readonly tokens: number
  /** null where the cost of a call is not known. */
  readonly cost: number | null
}

export interface RunBudget {
  /** Counts what was sent before. */
  add(call: Pick<TimedCall, 'replayed' | 'cost' | 'inputTokens' | 'outputTokens'>): void
  /** Counts what is sent through it. */
  watch(model: LanguageModel): LanguageModel
  spent(): Spent
  /** Which limit is reached; null while none is. */
  exhausted(): 'tokens' | 'cost' | null
}

export function createRunBudget({ maxTokens, maxCost }: BudgetLimits): RunBudget {
  let calls = 0
  let tokens = 0
  let cost: number | null = 0
  const add: RunBudget['add'] = call => {
    if (call.replayed) return
    calls += 1
    tokens += (call.inputTokens ?? 0) + (call.outputTokens ?? 0)
    cost = cost === null || call.cost === null ? null : cost + call.cost
  }
  return {
    add,
    watch(model) {
      const measured = withLedger(model)
      return {
        id: model.id,
        complete(request) {
          const onCall = (call: ModelCall): void => {
            add({ ...call, ...call.usage })
            request.onCall?.(call)
          }
          return measured.complete({ ...request, onCall })
        },
      }
    },
    spent: () => ({ calls, tokens, cost }),
    exhausted() {
      if (maxTokens !== null && tokens >= maxTokens) return 'tokens'
      return maxCost !== null && cost !== null && cost >= maxCost ? 'cost' : null
    },
  }
}
