import { basename } from 'node:path'
import type { Dataset } from '../datasets/dataset.ts'
import type { ReadRun } from '../run/read-run.ts'
import type { RunIdentity } from '../run/run-manifest.ts'
import { type RunReport, summarizeRun } from '../run/summarize-run.ts'
import { type ComparedTable, compareTable } from '../tables/compare-table.ts'
import { type IngestTable, ingestTable } from '../tables/ingest-table.ts'
import { type JudgedTable, judgedTables } from '../tables/judged-table.ts'
import { type LatencyTable, latencyTable } from '../tables/latency-table.ts'
import { measureRun } from '../tables/measure-run.ts'
import type { Measured } from '../tables/measured.ts'
import { tablesOf } from '../tables/paper-numbers.ts'
import { type BrowsedRun, browseRun, type WrongAnswers, wrongAnswers } from './browsed-run.ts'
import { type JudgeAgreement, judgeAgreement } from './judge-agreement.ts'
import { type ReportSeries, reportSeries } from './report-series.ts'

/** All that a report shows of one run. */
export interface ReportedRun {
  /** How the page calls it: the folder's name. */
  readonly name: string
  readonly run: ReadRun
  readonly report: RunReport
  readonly measured: Measured
  readonly tables: readonly ComparedTable[]
  /** What judges tell beyond right and wrong. */
  readonly judged: readonly JudgedTable[]
  readonly latency: LatencyTable | null
  readonly ingest: IngestTable | null
  readonly series: readonly ReportSeries[]
  readonly agreement: readonly JudgeAgreement[]
  /** By the judge that the data set is known by; empty where nothing was judged. */
  readonly wrong: readonly WrongAnswers[]
  readonly browsed: BrowsedRun
}

export interface ReportOptions {
  /** For the words of turns; null where it is not at hand. */
  readonly dataset: Dataset | null
  /** The report is of several runs: systems are named with theirs. */
  readonly several: boolean
}

export async function reportRun(run: ReadRun, { dataset, several }: ReportOptions): Promise<ReportedRun> {
  const { identity } = run.manifest
  const name = basename(run.path)
  const measured = measureRun(run)
  const browsed = await browseRun(run, dataset)
  const judge = usualJudge(identity)
  return {
    name,
    run,
    report: summarizeRun(run),
    measured,
    tables: tablesOf(identity.dataset.name).map(table => compareTable(table, measured)),
    judged: judgedTables(run),
    latency: latencyTable(measured),
    ingest: ingestTable(measured),
    series: reportSeries(run, system => (several ? `${system} · ${name}` : system)),
    agreement: judgeAgreement(run),
    wrong: judge === null ? [] : wrongAnswers(browsed, judge, identity.apart),
    browsed,
  }
}

/** The judge that a benchmark is known by, as in the tables: the first that asks a model and is not the strict one, else the first of all. */
export function usualJudge({ judges }: RunIdentity): string | null {
  const asking = judges.find(({ id, hash }) => hash !== null && !id.startsWith('strict/'))
  return (asking ?? judges[0])?.id ?? null
}
