import type { Usage } from '../../domain.ts'
import { sumUsage } from '../../lib/sum-usage.ts'

/** Inspect's counts: input without what was read from a cache. */
export interface InspectUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly total_tokens: number
  readonly input_tokens_cache_read?: number
  readonly reasoning_tokens?: number
}

/** Null where input or output is not known: Inspect would show 0. Of the others, what is not known is left out. */
export function inspectUsage(usage: Usage | null): InspectUsage | null {
  if (usage === null || usage.inputTokens === null || usage.outputTokens === null) return null
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage
  return {
    input_tokens: inputTokens - (cachedInputTokens ?? 0),
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedInputTokens !== null && { input_tokens_cache_read: cachedInputTokens }),
    ...(reasoningTokens !== null && { reasoning_tokens: reasoningTokens }),
  }
}

/** By model, of those whose usage is known throughout; absent where none is. */
export function usageByModel(calls: readonly { readonly model: string; readonly usage: Usage }[]): Readonly<Record<string, InspectUsage>> {
  const models = [...Map.groupBy(calls, ({ model }) => model)].flatMap(([model, of]) => {
    const usage = inspectUsage(sumUsage(of.map(one => one.usage)))
    return usage === null ? [] : [[model, usage] as const]
  })
  return Object.fromEntries(models)
}
