import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngramError } from '../../errors.ts'
import { type ChainedLog, openChainedLog } from './chained-log.ts'
import { readManifest } from './read-manifest.ts'
import { lockRun } from './run-lock.ts'
import { differences, identityHash, type RunManifest } from './run-manifest.ts'
import { type AnswerRow, type IngestRow, type QuestionRow, type RunLog, runLogs, type TimingRow, type VerdictRow } from './run-rows.ts'

/** A run as it is written. */
export interface RunFolder {
  readonly path: string
  readonly manifest: RunManifest
  readonly questions: ChainedLog<QuestionRow>
  readonly ingest: ChainedLog<IngestRow>
  readonly answers: ChainedLog<AnswerRow>
  readonly verdicts: ChainedLog<VerdictRow>
  readonly timings: ChainedLog<TimingRow>
  writeReport(report: unknown): void
  close(): void
}

/** Makes the run or goes on with it. Throws `bad_input` where the folder holds another run, `store_busy` where another process writes it. */
export function openRunFolder(path: string, wanted: RunManifest): RunFolder {
  mkdirSync(path, { recursive: true })
  const lock = lockRun(join(path, 'lock'), path)
  try {
    const file = join(path, 'manifest.json')
    if (!existsSync(file)) writeWhole(file, `${JSON.stringify(wanted, null, 2)}\n`)
    const manifest = readManifest(path)
    const changed = differences(manifest.identity, wanted.identity)
    if (changed.length > 0)
      throw new EngramError(
        'bad_input',
        `out: ${path} is another run: ${changed.join(', ')} differ${changed.length === 1 ? 's' : ''}. Name another folder; answers that are the same come out of the cache.`,
        { field: 'out' },
      )
    const start = identityHash(manifest.identity)
    const open = <Row>({ file: name, schema }: RunLog<Row>): ChainedLog<Row> => openChainedLog(join(path, name), { schema, start })
    return {
      path,
      manifest,
      questions: open(runLogs.questions),
      ingest: open(runLogs.ingest),
      answers: open(runLogs.answers),
      verdicts: open(runLogs.verdicts),
      timings: open(runLogs.timings),
      writeReport: report => writeWhole(join(path, 'report.json'), `${JSON.stringify(report, null, 2)}\n`),
      close: lock.release,
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** There is the old file or the new one, never a part. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}
