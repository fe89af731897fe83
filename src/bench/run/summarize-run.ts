import { knownJudge } from '../judges/open-judges.ts'
import { countServed, type ServedCount } from './count-served.ts'
import { verdictsOf } from './judge-answers.ts'
import { answerHash, answerKey, latestAnswers, latestIngest, latestVerdicts, verdictKey } from './latest-rows.ts'
import { identityHash, type RunManifest } from './run-manifest.ts'
import type { AnswerRow, IngestRow, QuestionRow, VerdictRow } from './run-rows.ts'
import { percent } from './score-rows.ts'
import { type JudgedQuestion, summarizeJudge } from './summarize-judge.ts'
import { type SystemReport, summarizeSystem } from './summarize-system.ts'

/** How well a judge did its own work, over all systems. */
export interface JudgeErrors {
  readonly verdicts: number
  readonly failed: number
  /** Percent that failed; null of none. */
  readonly errorRate: number | null
  /** Replies that held no verdict and were asked for again. */
  readonly askedAgain: number
}

/** All that follows from the rows alone: the same rows, the same report. */
export interface RunReport {
  readonly run: string
  readonly questions: number
  /** Every question was answered by every system, and every answer has its verdicts. */
  readonly complete: boolean
  readonly failed: { readonly answers: number; readonly verdicts: number }
  readonly systems: Readonly<Record<string, SystemReport>>
  readonly judges: Readonly<Record<string, JudgeErrors>>
  /** Which models really answered and judged, as their servers say. */
  readonly served: { readonly answers: readonly ServedCount[]; readonly verdicts: readonly ServedCount[] }
  /** The last hash of each file: who holds these knows every row. */
  readonly heads: { readonly questions: string; readonly ingest: string; readonly answers: string; readonly verdicts: string }
}

/** What a report follows from. */
export interface RunRows {
  readonly manifest: RunManifest
  readonly questions: Headed<QuestionRow>
  readonly ingest: Headed<IngestRow>
  readonly answers: Headed<AnswerRow>
  readonly verdicts: Headed<VerdictRow>
}
interface Headed<Row> {
  readonly rows: readonly Row[]
  readonly head: string
}

export function summarizeRun({ manifest, questions, ingest, answers, verdicts }: RunRows): RunReport {
  const { identity } = manifest
  const given = latestAnswers(answers.rows)
  const judged = latestVerdicts(verdicts.rows)
  const taken = [...latestIngest(ingest.rows).values()]
  const answerOf = (question: QuestionRow, system: string): AnswerRow | null => given.get(answerKey({ id: question.id, system })) ?? null
  const shape = { apart: identity.apart, hasAudit: identity.audit !== null }
  const judgeRuns = identity.judging?.runs ?? 1

  let missing = 0
  let unjudged = 0
  const current: VerdictRow[] = []
  const systems = identity.systems.map(({ name: system }) => {
    const rows = questions.rows.map(question => ({ question, answer: answerOf(question, system) }))
    missing += rows.filter(({ answer }) => answer === null).length
    const scores = identity.judges.map(({ id: judge, scale, hash }) => {
      const scored = rows.flatMap(({ question, answer }): readonly JudgedQuestion[] => {
        if (answer === null || answer.answer === null) return []
        const words = answerHash(answer.answer)
        const wanted = verdictsOf({ hash }, { question, judgeRuns })
        const own = wanted.flatMap(({ run, key }) => {
          const verdict = judged.get(verdictKey({ id: question.id, system, judge, run, key }))
          return verdict === undefined || verdict.answer !== words ? [] : [verdict]
        })
        current.push(...own)
        if (knownJudge(judge)?.judges(question)) unjudged += wanted.length - own.length
        const runs = own.filter(({ key }) => key === 'published')
        return runs.length === 0 ? [] : [{ question, runs, audited: own.find(({ key }) => key === 'audit') ?? null }]
      })
      return [judge, summarizeJudge(scored, { ...shape, scale })] as const
    })
    const report = summarizeSystem(
      rows.map(({ answer }) => answer),
      taken.filter(row => row.system === system),
    )
    return [system, { ...report, scores: Object.fromEntries(scores) }] as const
  })
  const failedAnswers = systems.reduce((sum, [, { failed }]) => sum + failed, 0)
  const failedVerdicts = current.filter(({ error }) => error !== null).length
  const judgingModel = identity.judging?.model ?? ''
  return {
    run: identityHash(identity),
    questions: questions.rows.length,
    complete: questions.rows.length === identity.questions.count && missing + unjudged === 0 && failedAnswers === 0 && failedVerdicts === 0,
    failed: { answers: failedAnswers, verdicts: failedVerdicts },
    systems: Object.fromEntries(systems),
    judges: Object.fromEntries(identity.judges.map(({ id }) => [id, errorsOf(current.filter(({ judge }) => judge === id))])),
    served: {
      answers: countServed([...given.values()].flatMap(({ calls }) => calls.map(({ model, served }) => ({ requested: model, served })))),
      verdicts: countServed(current.flatMap(({ served }) => (served === null ? [] : [{ requested: judgingModel, served }]))),
    },
    heads: { questions: questions.head, ingest: ingest.head, answers: answers.head, verdicts: verdicts.head },
  }
}

function errorsOf(verdicts: readonly VerdictRow[]): JudgeErrors {
  const failed = verdicts.filter(({ error }) => error !== null).length
  return {
    verdicts: verdicts.length,
    failed,
    errorRate: verdicts.length === 0 ? null : percent(failed / verdicts.length),
    askedAgain: verdicts.reduce((sum, { askedAgain }) => sum + askedAgain, 0),
  }
}
