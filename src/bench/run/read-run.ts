import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type LogReading, readChainedLog } from './chained-log.ts'
import { readJson, readManifest } from './read-manifest.ts'
import { identityHash, type RunManifest } from './run-manifest.ts'
import { type AnswerRow, type IngestRow, type QuestionRow, type RunLog, runLogs, type TimingRow, type VerdictRow } from './run-rows.ts'

/** Something in a run that is not as it should be. */
export interface RunFault {
  readonly file: string
  /** From 1; null where it is of no line. */
  readonly line: number | null
  readonly what: string
}

/** A run as it lies there. */
export interface ReadRun {
  readonly path: string
  readonly manifest: RunManifest
  readonly questions: LogReading<QuestionRow>
  readonly ingest: LogReading<IngestRow>
  readonly answers: LogReading<AnswerRow>
  readonly verdicts: LogReading<VerdictRow>
  readonly timings: LogReading<TimingRow>
  /** Of all its files. */
  readonly faults: readonly RunFault[]
  /** null where there is none yet. */
  readonly report: unknown
}

/** Changes nothing. Throws `bad_file` where it is no run at all. */
export function readRun(path: string): ReadRun {
  const manifest = readManifest(path)
  const start = identityHash(manifest.identity)
  const faults: RunFault[] = []
  const read = <Row>({ file, schema }: RunLog<Row>): LogReading<Row> => {
    const reading = readChainedLog(join(path, file), { schema, start })
    faults.push(...reading.faults.map(fault => ({ file, ...fault })))
    return reading
  }
  return {
    path,
    manifest,
    questions: read(runLogs.questions),
    ingest: read(runLogs.ingest),
    answers: read(runLogs.answers),
    verdicts: read(runLogs.verdicts),
    timings: read(runLogs.timings),
    faults,
    report: existsSync(join(path, 'report.json')) ? readJson(join(path, 'report.json')) : null,
  }
}
