import type { TokenCounts } from '../../domain.ts'
import { sumUsage } from '../../lib/sum-usage.ts'
import type { AnswerRow, IngestRow } from './run-rows.ts'
import type { JudgeReport } from './summarize-judge.ts'

/** What taking the dialogues in took, apart from what the answers took. */
export interface IngestReport {
  readonly dialogues: number
  readonly failed: number
  readonly turns: number
  readonly calls: number
  /** null where a number of a request is not known. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** Shared among the questions that were answered; null of none. */
  readonly perQuestion: { readonly calls: number; readonly inputTokens: number | null; readonly outputTokens: number | null } | null
}

/** What to look at before a system's answers are believed. */
export interface Guards {
  /** A reply ended at the most tokens that were allowed. */
  readonly cutReplies: number
  /** There was no text: an answer without words, or a failure for want of any. */
  readonly empty: number
  /** The server read far less than was sent: these failed. */
  readonly cutPrompts: number
}

export interface SystemReport {
  readonly answered: number
  readonly failed: number
  /** Of what was answered: sums, null where a number of one of them is not known. */
  readonly tokens: TokenCounts<number | null>
  readonly guards: Guards
  readonly ingest: IngestReport
  /** By judge. */
  readonly scores: Readonly<Record<string, JudgeReport>>
}

/** All of a system but what judges say. `answers`: the last of each question; null: not asked yet. */
export function summarizeSystem(answers: readonly (AnswerRow | null)[], ingest: readonly IngestRow[]): Omit<SystemReport, 'scores'> {
  const given = answers.filter(answer => answer !== null)
  const succeeded = given.filter(({ answer }) => answer !== null)
  return {
    answered: succeeded.length,
    failed: given.length - succeeded.length,
    tokens: tokensOf(succeeded),
    guards: {
      cutReplies: given.filter(({ calls }) => calls.some(({ finish }) => finish === 'length')).length,
      empty: given.filter(({ answer, error }) => answer?.trim() === '' || error?.code === 'model_no_answer').length,
      cutPrompts: given.filter(({ error }) => error?.code === 'model_truncated').length,
    },
    ingest: ingestOf(ingest, succeeded.length),
  }
}

function ingestOf(rows: readonly IngestRow[], questions: number): IngestReport {
  const calls = rows.flatMap(row => row.calls)
  const { inputTokens, outputTokens } = calls.length === 0 ? { inputTokens: 0, outputTokens: 0 } : sumUsage(calls.map(({ usage }) => usage))
  const share = (total: number): number => Math.round((100 * total) / questions) / 100
  return {
    dialogues: rows.length,
    failed: rows.filter(({ error }) => error !== null).length,
    turns: rows.reduce((sum, { turns }) => sum + turns, 0),
    calls: calls.length,
    inputTokens,
    outputTokens,
    perQuestion:
      questions === 0
        ? null
        : {
            calls: share(calls.length),
            inputTokens: inputTokens === null ? null : share(inputTokens),
            outputTokens: outputTokens === null ? null : share(outputTokens),
          },
  }
}

/** An answer that took no model took no tokens; of no answers at all nothing is known. */
export function tokensOf(rows: readonly Pick<AnswerRow, 'usage'>[]): TokenCounts<number | null> {
  const sum = (name: keyof TokenCounts<unknown>): number | null =>
    rows.reduce(
      (total: number | null, { usage }) => {
        const tokens = usage === null ? 0 : usage[name]
        return total === null || tokens === null ? null : total + tokens
      },
      rows.length === 0 ? null : 0,
    )
  return {
    inputTokens: sum('inputTokens'),
    cachedInputTokens: sum('cachedInputTokens'),
    outputTokens: sum('outputTokens'),
    reasoningTokens: sum('reasoningTokens'),
  }
}
