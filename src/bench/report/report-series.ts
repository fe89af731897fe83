import { lookUpRun } from '../run/look-up-run.ts'
import type { ReadRun } from '../run/read-run.ts'
import type { JudgeReport } from '../run/summarize-judge.ts'
import { summarizeRun } from '../run/summarize-run.ts'
import { type Guards, tokensOf } from '../run/summarize-system.ts'
import { measureLatency } from '../tables/measure-latency.ts'
import type { Latency, Reduction } from '../tables/measured.ts'
import { reductionsOf } from '../tables/reductions-of.ts'

/** One system of one run, as charts and the overview show it. Unknown is null. */
export interface ReportSeries {
  readonly run: string
  readonly system: string
  /** With the run's name where the report is of several. */
  readonly label: string
  /** sha256 of the ids that were asked: the same, the same questions. */
  readonly asked: string
  readonly questions: number
  readonly answered: number
  readonly failed: number
  readonly perQuestion: { readonly input: number | null; readonly output: number | null; readonly reasoning: number | null }
  readonly reduction: Reduction | null
  readonly scores: Readonly<Record<string, JudgeReport>>
  readonly reasoningByCategory: Readonly<Record<string, number | null>>
  readonly latency: Latency
  /** null where the run has no such system's row. */
  readonly guards: Guards | null
  /** K where its label says it, as `paper:k=10`; else the most turns that it showed for a question. Null where it shows all, or none. */
  readonly shown: number | null
}

/** Tokens are of the questions that totals count; what was asked apart stands in no mean. */
export function reportSeries(run: ReadRun, label: (system: string) => string): readonly ReportSeries[] {
  const { identity } = run.manifest
  const report = summarizeRun(run)
  const reductions = reductionsOf(run)
  const { answer: answerOf } = lookUpRun(run)
  const counted = run.questions.rows.filter(({ category }) => !identity.apart.includes(category))
  return identity.systems.map(({ name }) => {
    const answers = counted.flatMap(({ id, category }) => {
      const answer = answerOf({ id, system: name })
      return answer === null || answer.answer === null ? [] : [{ answer, category }]
    })
    const mean = (rows: typeof answers, of: 'inputTokens' | 'outputTokens' | 'reasoningTokens'): number | null => {
      const sum = tokensOf(rows.map(({ answer }) => answer))[of]
      return sum === null ? null : sum / rows.length
    }
    const byCategory = [...Map.groupBy(answers, ({ category }) => category)]
    const most = Math.max(0, ...answers.map(({ answer }) => answer.shown?.length ?? 0))
    return {
      run: run.path,
      system: name,
      label: label(name),
      asked: identity.questions.sha256,
      questions: counted.length,
      answered: answers.length,
      failed: report.systems[name]?.failed ?? 0,
      perQuestion: {
        input: mean(answers, 'inputTokens'),
        output: mean(answers, 'outputTokens'),
        reasoning: mean(answers, 'reasoningTokens'),
      },
      reduction: reductions[name] ?? null,
      scores: report.systems[name]?.scores ?? {},
      reasoningByCategory: Object.fromEntries(byCategory.map(([category, rows]) => [category, mean(rows, 'reasoningTokens')] as const)),
      latency: measureLatency(run, name),
      guards: report.systems[name]?.guards ?? null,
      shown: askedK(name) ?? (most === 0 ? null : most),
    }
  })
}

function askedK(label: string): number | null {
  const [, k] = /[:,]k=(\d+)/.exec(label) ?? []
  return k === undefined ? null : Number(k)
}
