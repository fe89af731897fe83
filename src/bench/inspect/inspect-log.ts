import { hash } from 'node:crypto'
import { lookUpRun, type RunLookup } from '../run/look-up-run.ts'
import type { ReadRun } from '../run/read-run.ts'
import { identityHash } from '../run/run-manifest.ts'
import type { AnswerRow, VerdictRow } from '../run/run-rows.ts'
import type { Score } from '../run/score-rows.ts'
import { type RunReport, summarizeRun } from '../run/summarize-run.ts'
import { inspectSample } from './inspect-sample.ts'
import { usageByModel } from './inspect-usage.ts'

type Fields = Readonly<Record<string, unknown>>

export interface InspectLog {
  /** As Inspect names its files. */
  readonly file: string
  /** An EvalLog of version 2. */
  readonly log: Fields
}

/** Efforts that Inspect knows; another stands in the metadata alone. */
const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Rows carry no time of day; Inspect wants one. */
export interface RunTimes {
  readonly begun: Date
  /** null: it has not ended yet. */
  readonly ended: Date | null
}

/** One log a system, as its samples are the questions. Pure. */
export function inspectLogs(run: ReadRun, { begun, ended }: RunTimes): readonly InspectLog[] {
  const report = summarizeRun(run)
  const lookup = lookUpRun(run)
  return run.manifest.identity.systems.map(system => {
    const id = hash('sha256', JSON.stringify([report.run, system.name])).slice(0, 22)
    const at = timeOf(begun)
    const name = `${run.manifest.identity.dataset.name}-${system.name}`.replace(/[^\w.=-]+/g, '-')
    const completed = ended === null ? null : timeOf(ended)
    const log = logOf(run, { report, lookup, system, id, created: at, completed })
    return { file: `${at.replaceAll(':', '-')}_${name}_${id}.json`, log }
  })
}

interface LogParts {
  readonly report: RunReport
  readonly lookup: RunLookup
  readonly system: ReadRun['manifest']['identity']['systems'][number]
  readonly id: string
  readonly created: string
  readonly completed: string | null
}

const timeOf = (at: Date): string => `${at.toISOString().slice(0, 19)}+00:00`

function logOf(run: ReadRun, { report, lookup, system, id, created, completed }: LogParts): Fields {
  const { identity } = run.manifest
  const { answering, judging, dataset, judges, version } = identity
  const own = report.systems[system.name]
  const config = {
    ...(answering.temperature !== null && { temperature: answering.temperature }),
    ...(answering.maxOutputTokens !== null && { max_tokens: answering.maxOutputTokens }),
    ...(answering.effort !== null && efforts.includes(answering.effort) && { reasoning_effort: answering.effort }),
  }
  const answers = run.questions.rows.flatMap(({ id: question }) => lookup.answer({ id: question, system: system.name }) ?? [])
  const verdictsOf = (answer: AnswerRow): readonly VerdictRow[] =>
    judges.flatMap(({ id: judge }) => lookup.verdict({ ...answer, judge }) ?? [])
  const verdicts = answers.flatMap(verdictsOf)
  const graded =
    judging === null ? {} : usageByModel(verdicts.flatMap(({ usage }) => (usage === null ? [] : [{ model: judging.model, usage }])))
  const [grader] = Object.values(graded)
  const isWhole = answers.length === identity.questions.count
  return {
    version: 2,
    status: isWhole ? 'success' : 'cancelled',
    eval: {
      eval_id: id,
      run_id: identityHash(identity).slice(0, 22),
      task_id: id,
      created,
      task: `${dataset.name}-${system.name}`.replace(/[^\w.=-]+/g, '-'),
      task_version: version,
      task_display_name: `${dataset.name}: ${system.name}`,
      task_description: system.about,
      task_args: { system: system.name },
      solver: system.name,
      dataset: {
        name: dataset.name,
        location: dataset.file,
        samples: identity.questions.count,
        sample_ids: run.questions.rows.map(question => question.id),
        shuffled: false,
      },
      model: answering.model,
      model_generate_config: config,
      ...(judging !== null && { model_roles: { grader: { model: judging.model } } }),
      config: {},
      packages: { 'engram-r': version },
      scorers: judges.map(({ id: judge, scale, hash: prompts }) => ({
        name: judge,
        metrics: [{ name: 'mean' }],
        metadata: { scale, ...(prompts !== null && { prompts_sha256: prompts }) },
      })),
      metadata: { run: report.run, heads: report.heads, dataset, apart: identity.apart, answering, judging },
    },
    plan: { steps: [{ solver: system.name, params: { about: system.about, prompt: system.prompt } }], config },
    results: {
      total_samples: identity.questions.count,
      completed_samples: own?.answered ?? 0,
      scores: judges.flatMap(({ id: judge }) => {
        const scored = own?.scores[judge]
        if (scored === undefined || Object.keys(scored.byCategory).length === 0) return []
        const byCategory = Object.entries(scored.byCategory).flatMap(([category, score]) => metricsOf(score, category))
        const metrics = Object.fromEntries([...metricsOf(scored.all, null), ...byCategory])
        return [
          {
            name: judge,
            scorer: judge,
            scored_samples: scored.all.questions,
            unscored_samples: scored.all.unjudged,
            metrics,
          },
        ]
      }),
    },
    stats: {
      ...(completed !== null && { started_at: created, completed_at: completed }),
      model_usage: usageByModel(answers.flatMap(({ calls }) => calls)),
      role_usage: grader === undefined ? {} : { grader },
    },
    samples: samplesOf(run, { system: system.name, verdictsOf }),
  }
}

/** Of all that counts without a name, of a category with its own. As shares, 0 to 1, as Inspect has them. */
function metricsOf({ mean, wilson, bootstrap }: Score, category: string | null): readonly (readonly [string, Fields])[] {
  if (mean === null) return []
  const metric = (name: string, percent: number): readonly [string, Fields] => {
    const full = category === null ? name : `${name} ${category}`
    return [full, { name: full, value: Math.round(100 * percent) / 10_000 }]
  }
  if (category !== null) return [metric('mean', mean)]
  return [
    metric('mean', mean),
    ...(wilson === null ? [] : [metric('wilson_low', wilson.low), metric('wilson_high', wilson.high)]),
    ...(bootstrap === null ? [] : [metric('bootstrap_low', bootstrap.low), metric('bootstrap_high', bootstrap.high)]),
  ]
}

interface SampleSource {
  readonly system: string
  readonly verdictsOf: (answer: AnswerRow) => readonly VerdictRow[]
}

function samplesOf(run: ReadRun, { system, verdictsOf }: SampleSource): readonly Fields[] {
  const { identity } = run.manifest
  const all = Map.groupBy(
    run.answers.rows.filter(row => row.system === system),
    ({ id }) => id,
  )
  const timings = new Map(
    run.timings.rows.filter(({ phase, system: of }) => phase === 'answer' && of === system).map(row => [row.id, row] as const),
  )
  const models = { answering: identity.answering.model, judging: identity.judging?.model ?? null }
  return run.questions.rows.flatMap(question => {
    const rows: readonly AnswerRow[] = all.get(question.id) ?? []
    const answer = rows.at(-1)
    if (answer === undefined) return []
    const timing = timings.get(question.id) ?? null
    const verdicts = verdictsOf(answer)
    return [inspectSample({ question, answer, before: rows.slice(0, -1), verdicts, timing, run: identityHash(identity), models })]
  })
}
