import type { TokenCounts } from '../../domain.ts'
import { answerHash, answerKey, latestAnswers, latestVerdicts, verdictKey } from './latest-rows.ts'
import { identityHash, type RunManifest } from './run-manifest.ts'
import type { AnswerRow, QuestionRow, VerdictRow } from './run-rows.ts'
import { type Score, scoreOf } from './score-rows.ts'

export interface SystemReport {
  readonly answered: number
  readonly failed: number
  /** Of what was answered: sums, null where a number of one of them is not known. */
  readonly tokens: TokenCounts<number | null>
  /** By judge: of all questions that count, and of each category. */
  readonly scores: Readonly<Record<string, { readonly all: Score; readonly byCategory: Readonly<Record<string, Score>> }>>
}

/** All that follows from the rows alone: the same rows, the same report. */
export interface RunReport {
  readonly run: string
  readonly questions: number
  /** Every question was answered by every system, and every answer has its verdicts. */
  readonly complete: boolean
  readonly failed: { readonly answers: number; readonly verdicts: number }
  readonly systems: Readonly<Record<string, SystemReport>>
  /** The last hash of each file: who holds these three knows every row. */
  readonly heads: { readonly questions: string; readonly answers: string; readonly verdicts: string }
}

/** What a report follows from. */
export interface RunRows {
  readonly manifest: RunManifest
  readonly questions: Headed<QuestionRow>
  readonly answers: Headed<AnswerRow>
  readonly verdicts: Headed<VerdictRow>
}
interface Headed<Row> {
  readonly rows: readonly Row[]
  readonly head: string
}

export function summarizeRun({ manifest, questions, answers, verdicts }: RunRows): RunReport {
  const { identity } = manifest
  const given = latestAnswers(answers.rows)
  const judged = latestVerdicts(verdicts.rows)
  const answerOf = (question: QuestionRow, system: string): AnswerRow | null => given.get(answerKey({ id: question.id, system })) ?? null

  let missing = 0
  let failedVerdicts = 0
  const systems = identity.systems.map(({ name: system }) => {
    const rows = questions.rows.map(question => ({ question, answer: answerOf(question, system) }))
    missing += rows.filter(({ answer }) => answer === null).length
    const scores = identity.judges.map(({ id: judge, scale }) => {
      const scored = rows.flatMap(({ question, answer }) => {
        const verdict = judged.get(verdictKey({ id: question.id, system, judge }))
        if (answer === null || answer.answer === null || verdict === undefined) return []
        if (verdict.error !== null) failedVerdicts += 1
        if (verdict.answer !== answerHash(answer.answer)) return []
        return [{ history: question.history, score: verdict.score, category: question.category }]
      })
      const counted = scored.filter(({ category }) => !identity.apart.includes(category))
      const byCategory = [...Map.groupBy(scored, ({ category }) => category)].map(([name, of]) => [name, scoreOf(of, scale)] as const)
      return [judge, { all: scoreOf(counted, scale), byCategory: Object.fromEntries(byCategory) }] as const
    })
    const succeeded = rows.flatMap(({ answer }) => (answer === null || answer.answer === null ? [] : [answer]))
    const report: SystemReport = {
      answered: succeeded.length,
      failed: rows.filter(({ answer }) => answer !== null && answer.answer === null).length,
      tokens: tokensOf(succeeded),
      scores: Object.fromEntries(scores),
    }
    return [system, report] as const
  })
  const failedAnswers = systems.reduce((sum, [, { failed }]) => sum + failed, 0)
  return {
    run: identityHash(identity),
    questions: questions.rows.length,
    complete: questions.rows.length === identity.questions.count && missing === 0 && failedAnswers === 0 && failedVerdicts === 0,
    failed: { answers: failedAnswers, verdicts: failedVerdicts },
    systems: Object.fromEntries(systems),
    heads: { questions: questions.head, answers: answers.head, verdicts: verdicts.head },
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
