import { answerKey, latestAnswers } from '../run/latest-rows.ts'
import type { ReadRun } from '../run/read-run.ts'
import { tokensOf } from '../run/summarize-system.ts'
import type { Latency, Quantiles } from './measured.ts'

/**
 * How long a system took for an answer while its requests were really sent, each first time. A server that has kept a prompt's beginning answers
 * sooner, so the share of input that it had kept stands beside the times.
 */
export function measureLatency({ timings, answers }: ReadRun, system: string): Latency {
  const own = timings.rows.filter(row => row.system === system && row.phase === 'answer')
  const sent = own.filter(({ calls, ms }) => ms.model !== null && calls.every(({ replayed, failed }) => !replayed && failed === null))
  const first = [...new Map(sent.toReversed().map(row => [row.id, row])).values()]
  const given = latestAnswers(answers.rows)
  const rows = first.flatMap(row => given.get(answerKey(row)) ?? [])
  const { inputTokens, cachedInputTokens } = tokensOf(rows)
  const searched = rows.some(({ shown }) => shown !== null && shown.length > 0)
  return {
    answers: first.length,
    search: searched ? quantiles(first.flatMap(({ ms }) => ms.search ?? [])) : null,
    total: quantiles(first.map(({ ms }) => ms.total)),
    cached:
      inputTokens === null || inputTokens === 0 || cachedInputTokens === null
        ? null
        : Math.round((1000 * cachedInputTokens) / inputTokens) / 10,
  }
}

/** Nearest rank: the smallest value that at least that share of all do not exceed. In seconds. */
function quantiles(ms: readonly number[]): Quantiles | null {
  const sorted = ms.toSorted((left, right) => left - right)
  const at = (share: number): number => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0) / 1000
  return sorted.length === 0 ? null : { p50: at(0.5), p95: at(0.95) }
}
