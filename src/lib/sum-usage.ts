import type { TokenCounts, TokenSource, Usage } from '../domain.ts'

// From the best to the worst: a sum is as good as its worst part.
const trust: readonly TokenSource[] = ['reported', 'counted', 'remainder']

/** Together. A number that is unknown for one of them is unknown for all; without any, all is unknown. */
export function sumUsage(usages: readonly Usage[]): Usage {
  const sum = (name: keyof TokenCounts<unknown>): { readonly total: number | null; readonly source: TokenSource | null } => {
    const known = usages.flatMap(usage => usage[name] ?? [])
    if (known.length === 0 || known.length < usages.length) return { total: null, source: null }
    const worst = Math.max(...usages.map(({ sources }) => trust.indexOf(sources[name] ?? 'reported')))
    return { total: known.reduce((total, number) => total + number, 0), source: trust[worst] ?? null }
  }
  const [input, cached, output, reasoning] = [sum('inputTokens'), sum('cachedInputTokens'), sum('outputTokens'), sum('reasoningTokens')]
  return {
    inputTokens: input.total,
    cachedInputTokens: cached.total,
    outputTokens: output.total,
    reasoningTokens: reasoning.total,
    sources: {
      inputTokens: input.source,
      cachedInputTokens: cached.source,
      outputTokens: output.source,
      reasoningTokens: reasoning.source,
    },
  }
}
