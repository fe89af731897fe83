import { hash } from 'node:crypto'
import { sumUsage } from '../../lib/sum-usage.ts'
import type { Dataset } from '../datasets/dataset.ts'
import { hashPath } from '../datasets/hash-path.ts'
import { knownJudge } from '../judges/open-judges.ts'
import { verdictsOf } from './judge-answers.ts'
import { judgedItem } from './judged-item.ts'
import { answerHash, answerKey, latestAnswers } from './latest-rows.ts'
import type { ReadRun, RunFault } from './read-run.ts'
import { repliesOf } from './replies-of.ts'
import { differences } from './run-manifest.ts'
import type { QuestionRow } from './run-rows.ts'
import { questionRow } from './select-questions.ts'
import { summarizeRun } from './summarize-run.ts'

export interface Verification {
  readonly ok: boolean
  readonly faults: readonly RunFault[]
  readonly checked: {
    readonly questions: number
    readonly answers: number
    readonly verdicts: number
    /** Scores that were worked out again, from the answer or from what the judge replied. */
    readonly rescored: number
    /** The data set was given and read again. */
    readonly dataset: boolean
  }
}

/** Works out everything in a run again that needs no model, and lists what comes out otherwise. `dataset`: null where it is not at hand. */
export async function verifyRun(run: ReadRun, dataset: Dataset | null): Promise<Verification> {
  const { faults: rescoring, rescored } = rescore(run)
  const faults = [
    ...run.faults,
    ...questionFaults(run),
    ...ingestFaults(run),
    ...answerFaults(run),
    ...rescoring,
    ...reportFaults(run),
    ...(dataset === null ? [] : await datasetFaults(run, dataset)),
  ]
  const checked = {
    questions: run.questions.rows.length,
    answers: run.answers.rows.length,
    verdicts: run.verdicts.rows.length,
    rescored,
    dataset: dataset !== null,
  }
  return { ok: faults.length === 0, faults, checked }
}

function questionFaults({ manifest, questions }: ReadRun): readonly RunFault[] {
  const { count, sha256 } = manifest.identity.questions
  const found = hash('sha256', questions.rows.map(({ id }) => id).join('\n'))
  if (questions.rows.length === count && found === sha256) return []
  return [{ file: 'questions.jsonl', line: null, what: `not the ${count} questions of the manifest` }]
}

/** Every dialogue that a system answered on was taken in, once. */
function ingestFaults({ manifest, ingest, timings }: ReadRun): readonly RunFault[] {
  const systems = new Set(manifest.identity.systems.map(({ name }) => name))
  const timed = new Set(timings.rows.filter(({ phase }) => phase === 'ingest').map(answerKey))
  return ingest.rows.flatMap(({ system, space }, index): readonly RunFault[] => {
    const whats = [
      ...(systems.has(system) ? [] : ['a dialogue that no system of the run took in']),
      ...(timed.has(answerKey({ id: space, system })) ? [] : ['a dialogue that took no time: it is not in timings.jsonl']),
    ]
    return whats.map(what => ({ file: 'ingest.jsonl', line: index + 1, what }))
  })
}

function answerFaults({ manifest, questions, answers, timings }: ReadRun): readonly RunFault[] {
  const ids = new Set(questions.rows.map(({ id }) => id))
  const systems = new Set(manifest.identity.systems.map(({ name }) => name))
  const timed = new Set(timings.rows.filter(({ phase }) => phase === 'answer').map(answerKey))
  return answers.rows.flatMap((row, index): readonly RunFault[] => {
    const whats = [
      ...(ids.has(row.id) && systems.has(row.system) ? [] : ['an answer to what was not asked']),
      ...(timed.has(answerKey(row)) ? [] : ['an answer that took no time: it is not in timings.jsonl']),
      ...(row.usage === null || isSame(row.usage, sumUsage(row.calls.map(({ usage }) => usage)))
        ? []
        : ['its tokens are not those of its calls']),
    ]
    return whats.map(what => ({ file: 'answers.jsonl', line: index + 1, what }))
  })
}

/** Scores of rules from the answer, of models from what they replied. A verdict on an answer that was given again since is left alone. */
function rescore({ manifest, questions, answers, verdicts }: ReadRun): { readonly faults: readonly RunFault[]; readonly rescored: number } {
  const asked = new Map(questions.rows.map(row => [row.id, row]))
  const given = latestAnswers(answers.rows)
  const judges = new Map(manifest.identity.judges.map(judge => [judge.id, judge]))
  const judgeRuns = manifest.identity.judging?.runs ?? 1
  let rescored = 0
  const faults = verdicts.rows.flatMap((row, index): readonly RunFault[] => {
    const fault = (what: string): readonly RunFault[] => [{ file: 'verdicts.jsonl', line: index + 1, what: `${row.judge}: ${what}` }]
    const question = asked.get(row.id)
    const answer = given.get(answerKey(row))
    const asking = judges.get(row.judge)
    if (question === undefined || answer === undefined || asking === undefined) return fault('a verdict on what was not asked')
    if (!verdictsOf(asking, { question, judgeRuns }).some(({ run, key }) => run === row.run && key === row.key))
      return fault(`a verdict of run ${row.run} by the ${row.key} key, which was not asked for`)
    if (row.score === null) return row.error === null ? fault('neither a score nor an error') : []
    if (row.answer !== answerHash(answer.answer ?? ''))
      return fault(`a verdict on other words than the answer of ${row.system} to ${row.id}`)
    const judge = knownJudge(row.judge)
    if (judge === null) return fault('this version of engram-r has no such judge')
    rescored += 1
    const again = judge.score(judgedItem(question, answer, row.key), repliesOf(row))
    const by = `by what ${judge.hash === null ? 'was answered' : 'it replied'}`
    if (again?.score !== row.score) return fault(`score ${row.score}, and ${again?.score ?? null} ${by}`)
    return differences(row.more, again.more).flatMap(field => fault(`${field} is otherwise ${by}`))
  })
  return { faults, rescored }
}

function reportFaults(run: ReadRun): readonly RunFault[] {
  if (run.report === null) return [{ file: 'report.json', line: null, what: 'is not there' }]
  return differences(run.report, summarizeRun(run)).map(field => ({
    file: 'report.json',
    line: null,
    what: `${field} does not follow from the rows`,
  }))
}

async function datasetFaults({ manifest, questions }: ReadRun, dataset: Dataset): Promise<readonly RunFault[]> {
  const { sha256 } = await hashPath(dataset.path)
  const file = manifest.identity.dataset.file
  const { audit } = manifest.identity
  const others = { line: null, what: 'not the bytes that the run was made with' }
  const audited = dataset.audit === null ? null : (await hashPath(dataset.audit)).sha256
  const changed = [
    ...(sha256 === manifest.identity.dataset.sha256 ? [] : [{ file, ...others }]),
    ...(audited === null || audited === audit?.sha256 ? [] : [{ file: audit?.file ?? 'audit', ...others }]),
  ]
  const there = new Map<string, QuestionRow>()
  for await (const history of dataset.histories()) {
    for (const question of history.questions) there.set(question.id, questionRow({ history: history.name, question }))
  }
  const rows = questions.rows.flatMap((row, index): readonly RunFault[] => {
    const now = there.get(row.id)
    // An audit that is not at hand is not looked at.
    const fields = now === undefined ? ['id'] : differences(row, audited === null ? { ...now, audit: row.audit } : now)
    return fields.map(field => ({ file: 'questions.jsonl', line: index + 1, what: `${field} is not that of the data set` }))
  })
  return [...changed, ...rows]
}

const isSame = (one: unknown, other: unknown): boolean => differences(one, other).length === 0
