import { answerKey, latestAnswers } from '../run/latest-rows.ts'
import type { ReadRun } from '../run/read-run.ts'
import type { AnswerRow } from '../run/run-rows.ts'
import { type RunReport, summarizeRun } from '../run/summarize-run.ts'
import { tokensOf } from '../run/summarize-system.ts'
import { measureIngest } from './measure-ingest.ts'
import { measureLatency } from './measure-latency.ts'
import type { JudgedShare, Measured, MeasuredRow } from './measured.ts'
import { reductionsOf } from './reductions-of.ts'
import { judgeRemarks } from './report-remarks.ts'

/** What a run says for the tables: worked out from its rows, not read from its report. Questions that a system failed on are not among its. */
export function measureRun(run: ReadRun): Measured {
  const { identity } = run.manifest
  const report = summarizeRun(run)
  const given = latestAnswers(run.answers.rows)
  const models = identity.judges.filter(({ hash }) => hash !== null)
  const judges = models.map(({ id }) => id)
  const graded = new Set(models.filter(({ scale }) => scale !== 'binary').map(({ id }) => id))
  const strict = judges.find(id => id.startsWith('strict/')) ?? null
  const usual = judges.find(id => id !== strict) ?? null
  const answered = (system: string): readonly (readonly [category: string, answer: AnswerRow])[] =>
    run.questions.rows.flatMap(({ id, category }) => {
      const answer = given.get(answerKey({ id, system }))
      return answer === undefined || answer.answer === null ? [] : [[category, answer] as const]
    })
  const systems = identity.systems.map(({ name }) => {
    const rows = [...Map.groupBy(answered(name), ([category]) => category)].map(([category, of]) => {
      const { inputTokens, reasoningTokens } = tokensOf(of.map(([, answer]) => answer))
      const shared = (judge: string | null): JudgedShare | null =>
        shareOf(report, { system: name, judge, category, graded: judge !== null && graded.has(judge) })
      const row: MeasuredRow = { questions: of.length, inputTokens, reasoningTokens, judge: shared(usual), strict: shared(strict) }
      return [category, row] as const
    })
    return [name, Object.fromEntries(rows)] as const
  })
  const { model } = identity.answering
  const { answers, verdicts } = report.failed
  return {
    dataset: identity.dataset.name,
    split: identity.dataset.split,
    systems: Object.fromEntries(systems),
    latency: Object.fromEntries(identity.systems.map(({ name }) => [name, measureLatency(run, name)] as const)),
    ingest: measureIngest(run, report),
    reductions: reductionsOf(run),
    remarks: [
      `Answered by ${model}${usual === null ? '' : `, judged by ${identity.judging?.model} (${usual})`}, engram-r ${identity.version}.`,
      ...(identity.judging?.model === model ? ['The model judged its own answers.'] : []),
      ...(identity.dataset.name === 'healthbench' ? ['Medical content, to measure with: not medical advice.'] : []),
      ...judgeRemarks(report),
      ...(report.complete ? [] : ['The run is not complete.']),
      ...(answers + verdicts > 0 ? [`${answers} answers and ${verdicts} verdicts failed and are in no number here.`] : []),
    ],
  }
}

interface ScorePlace {
  readonly system: string
  readonly judge: string | null
  readonly category: string
  readonly graded: boolean
}

function shareOf({ systems }: RunReport, { system, judge, category, graded }: ScorePlace): JudgedShare | null {
  const score = judge === null ? undefined : systems[system]?.scores[judge]?.byCategory[category]
  return score === undefined || score.mean === null ? null : { percent: score.mean, questions: score.questions, ...(graded && { graded }) }
}
