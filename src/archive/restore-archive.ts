import type { Scope } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { fromBytes } from '../lib/vector-bytes.ts'
import type { AppendReceipt, DumpEntry, Store } from '../seams.ts'
import { type ArchiveLine, archiveLine } from './archive-schema.ts'
import { archiveVersion } from './archive-version.ts'

/** Entries stored in one transaction. */
const batchSize = 1_000

export interface RestoredBatch {
  readonly scope: Scope
  readonly receipt: AppendReceipt
  /** Turns in the batch. */
  readonly turns: number
}

/**
 * Restores an export, line by line in order, a batch at a time; what is there already stays. A line that is not one of ours throws `bad_file`
 * with its number: an export is whole or it is not trusted any further. What came before it is stored.
 */
export interface ArchiveRestorer {
  /** The batch that this line filled, if it did. */
  add(value: unknown, line: number): Promise<RestoredBatch | null>
  finish(): Promise<RestoredBatch | null>
}

export interface ArchiveRestorerOptions {
  /** For messages. */
  readonly file: string
  /** A space of another tenant throws `bad_file`; all are taken where not given. */
  readonly tenant?: string | undefined
}

export function createArchiveRestorer(store: Pick<Store, 'restore'>, { file, tenant }: ArchiveRestorerOptions): ArchiveRestorer {
  let scope: Scope | null = null
  let batch: DumpEntry[] = []

  async function finish(): Promise<RestoredBatch | null> {
    if (scope === null) return null
    const entries = batch
    batch = []
    return { scope, receipt: await store.restore(scope, entries), turns: entries.filter(({ type }) => type === 'turn').length }
  }

  async function add(value: unknown, line: number): Promise<RestoredBatch | null> {
    const entry = parseLine(value, { file, line })
    if (entry.type === 'engram-r') return null
    if (entry.type === 'space') {
      const last = await finish()
      if (tenant !== undefined && entry.tenant !== tenant) {
        const message = `${file}:${line}: a space of tenant ${JSON.stringify(entry.tenant)}, but only ${JSON.stringify(tenant)} may be written here.`
        throw new EngramError('bad_file', message, { file, line, field: 'tenant' })
      }
      scope = { tenant: entry.tenant, space: entry.space }
      return last
    }
    if (scope === null) throw new EngramError('bad_file', `${file}:${line}: a ${entry.type} stands before any space.`, { file, line })
    batch.push(fromLine(entry))
    return batch.length < batchSize ? null : finish()
  }

  return { add, finish }
}

function parseLine(value: unknown, { file, line }: { readonly file: string; readonly line: number }): ArchiveLine {
  const parsed = archiveLine.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  const hint = field === 'version' ? ` This version reads exports of version ${archiveVersion}: upgrade engram-r.` : ''
  throw new EngramError('bad_file', `${file}:${line}: not a line of an engram-r export: ${field} ${issue?.message ?? ''}.${hint}`, {
    file,
    line,
    field,
  })
}

function fromLine(entry: Exclude<ArchiveLine, { type: 'engram-r' | 'space' }>): DumpEntry {
  if (entry.type !== 'vector') return entry
  const bytes = Buffer.from(entry.base64, 'base64')
  // Of a length that is not whole, the rest is let go.
  const vector = fromBytes(bytes.subarray(0, bytes.length & ~3))
  return { type: 'vector', embedder: entry.embedder, memoryId: entry.memoryId, vector }
}
