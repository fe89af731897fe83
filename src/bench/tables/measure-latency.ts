import { answerKey, latestAnswers } from '../run/latest-rows.ts'
import type { ReadRun } from '../run/read-run.ts'
import type { AnswerRow, TimingRow } from '../run/run-rows.ts'
import { tokensOf } from '../run/summarize-system.ts'
import type { Latency, Quantiles, TimedAnswers } from './measured.ts'

/**
 * How long a system took for an answer while its requests were really sent, each first time. A server that has kept a prompt's beginning answers
 * sooner, so answers are also told apart by it: warm where it had kept at least half, cold where it had kept less.
 */
export function measureLatency({ timings, answers }: ReadRun, system: string): Latency {
  const own = timings.rows.filter(row => row.system === system && row.phase === 'answer')
  const sent = own.filter(({ calls, ms }) => ms.model !== null && calls.every(({ replayed, failed }) => !replayed && failed === null))
  const first = [...new Map(sent.toReversed().map(row => [row.id, row])).values()]
  const given = latestAnswers(answers.rows)
  const rows = first.flatMap(row => given.get(answerKey(row)) ?? [])
  const { inputTokens, cachedInputTokens } = tokensOf(rows)
  const searched = rows.some(({ shown }) => shown !== null && shown.length > 0)
  const kept = (row: TimingRow): number | null => keptShare(given.get(answerKey(row)) ?? null)
  return {
    answers: first.length,
    search: searched ? quantiles(first.flatMap(({ ms }) => ms.search ?? [])) : null,
    total: quantiles(first.map(({ ms }) => ms.total)),
    cold: timed(first.filter(row => (kept(row) ?? 1) < mostCold)),
    warm: timed(first.filter(row => (kept(row) ?? 0) >= mostCold)),
    cached:
      inputTokens === null || inputTokens === 0 || cachedInputTokens === null
        ? null
        : Math.round((1000 * cachedInputTokens) / inputTokens) / 10,
  }
}

const mostCold = 0.5

/**
 * Of the input of an answer's first request, what the server had kept from before: a second one, to mend the draft, finds what the first has left.
 * Null where the server does not say.
 */
function keptShare(answer: AnswerRow | null): number | null {
  const { inputTokens = null, cachedInputTokens = null } = answer?.calls[0]?.usage ?? answer?.usage ?? {}
  return inputTokens === null || inputTokens === 0 || cachedInputTokens === null ? null : cachedInputTokens / inputTokens
}

function timed(rows: readonly TimingRow[]): TimedAnswers | null {
  const total = quantiles(rows.map(({ ms }) => ms.total))
  return total === null ? null : { answers: rows.length, total }
}

/** Nearest rank: the smallest value that at least that share of all do not exceed. In seconds. */
function quantiles(ms: readonly number[]): Quantiles | null {
  const sorted = ms.toSorted((left, right) => left - right)
  const at = (share: number): number => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0) / 1000
  return sorted.length === 0 ? null : { p50: at(0.5), p95: at(0.95) }
}
