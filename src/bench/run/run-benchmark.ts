import { basename, join } from 'node:path'
import { EngramError } from '../../errors.ts'
import type { Dataset } from '../datasets/dataset.ts'
import { hashPath } from '../datasets/hash-path.ts'
import { judgeOf } from '../judges/open-judges.ts'
import { createSystemOpener } from '../systems/open-system.ts'
import { answerQuestions } from './answer-questions.ts'
import type { ChainedLog } from './chained-log.ts'
import { due, judgeAnswers } from './judge-answers.ts'
import { keyParts } from './key-parts.ts'
import { answerKey, latestAnswers } from './latest-rows.ts'
import { createFailureWatch } from './record-failure.ts'
import { createRunBudget, type Spent } from './run-budget.ts'
import { openRunFolder } from './run-folder.ts'
import { identityHash, type RunManifest } from './run-manifest.ts'
import { identityOf, type RunPlan } from './run-plan.ts'
import type { Failure } from './run-rows.ts'
import { askedHistories, questionRow, selectQuestions } from './select-questions.ts'
import { type RunReport, summarizeRun } from './summarize-run.ts'

export interface RunOptions {
  /** The run's folder; null: one in `runs`, named by what is run. */
  readonly out: string | null
  /** Asked before each question and verdict is begun. */
  readonly isInterrupted: () => boolean
  readonly onProgress: (phase: 'answers' | 'verdicts', done: number, of: number) => void
}

export interface RunOutcome {
  readonly path: string
  readonly report: RunReport
  /** Why it ended before its end; null where it did not. */
  readonly stopped: 'interrupted' | 'tokens' | 'cost' | 'failing' | null
  /** What failed last, where it was stopped for failing. */
  readonly failure: Failure | null
  readonly spent: Spent
}

/** Answers every question under every system and has each answer judged, from where an earlier process got to. What is done is written at once. */
export async function runBenchmark(dataset: Dataset, plan: RunPlan, { out, isInterrupted, onProgress }: RunOptions): Promise<RunOutcome> {
  const selection = await selectQuestions(dataset, plan)
  if (selection.questions.length === 0)
    throw new EngramError('bad_input', `${dataset.path} holds no question that is asked for.`, { field: 'data' })
  const budget = createRunBudget(plan)
  const open = createSystemOpener({
    task: dataset.task,
    writeTime: dataset.writeTime,
    apart: true,
    external: plan.external,
    ...(plan.extractModel !== null && { extractModel: budget.watch(plan.extractModel) }),
    asking: { ...plan.asking, model: budget.watch(plan.asking.model) },
    ...keyParts(selection),
  })
  const systems = await Promise.all(plan.systems.map(async name => ({ name, system: await open(name) })))
  const audit = dataset.audit === null ? null : { file: basename(dataset.audit), sha256: (await hashPath(dataset.audit)).sha256 }
  const identity = identityOf(plan, { dataset, selection, systems, audit })
  const manifest: RunManifest = { identity, machine: { node: process.versions.node, platform: process.platform } }
  const path = out ?? join('runs', `${dataset.name}-${fileName(plan.asking.model.id)}-${identityHash(identity).slice(0, 8)}`)
  const folder = openRunFolder(path, manifest)
  try {
    const { questions, ingest, answers, verdicts, timings } = folder
    for (const timing of timings.rows) timing.calls.forEach(budget.add)
    for (const question of selection.questions.slice(questions.rows.length)) questions.append(questionRow(question))

    const watch = createFailureWatch()
    const isStopped = (): boolean => isInterrupted() || budget.exhausted() !== null || watch.last() !== null
    const counting = (phase: 'answers' | 'verdicts', before: number, of: number) => {
      let done = before
      onProgress(phase, done, of)
      return (error: Failure | null, asked: boolean): void => {
        if (error !== null || asked) watch.note(error)
        onProgress(phase, ++done, of)
      }
    }
    const { concurrency } = plan
    const given = latestAnswers(answers.rows)
    const all = systems.flatMap(({ name }) => questions.rows.map(({ id }) => given.get(answerKey({ id, system: name }))))
    const answered = all.filter(row => row != null && row.answer !== null).length
    const onAnswer = counting('answers', answered, all.length)
    const phase = { timings, concurrency, isStopped }
    await answerQuestions(askedHistories(dataset, selection), { ...phase, systems, ingest, answers, onRow: onAnswer })

    const judging = {
      questions: questions.rows,
      systems: plan.systems,
      judges: plan.judges.map(judgeOf),
      judgeRuns: plan.judgeRuns,
      answers: answers.rows,
      verdicts,
    }
    const onVerdict = counting('verdicts', 0, [...due(judging)].length)
    // Judges by rules ask no model.
    const { model } = plan.judging ?? plan.asking
    if (!isStopped()) await judgeAnswers({ ...phase, ...judging, model: budget.watch(model), onRow: onVerdict })

    const headed = <Row>(log: ChainedLog<Row>) => ({ rows: log.rows, head: log.head() })
    const report = summarizeRun({
      manifest: folder.manifest,
      questions: headed(questions),
      ingest: headed(ingest),
      answers: headed(answers),
      verdicts: headed(verdicts),
    })
    folder.writeReport(report)
    const failure = watch.last()
    const stopped = failure !== null ? 'failing' : (budget.exhausted() ?? (isInterrupted() ? 'interrupted' : null))
    return { path, report, stopped: report.complete ? null : stopped, failure, spent: budget.spent() }
  } finally {
    folder.close()
  }
}

const fileName = (id: string): string => id.replace(/[^\w.-]+/g, '-')
