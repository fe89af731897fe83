import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { EngramError } from '../../errors.ts'
import { checkNotCancelled } from '../store-errors.ts'
import { explainError, isBusy, unusable } from './explain-error.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { integer, withNumberedColumns } from './row.ts'

/** One connection to the file. Work is synchronous, so nothing comes between the statements of a transaction. */
export interface Connection {
  /** Prepared once for each text. */
  statement(sql: string): StatementSync
  /** All statements of `work` see the store as of one instant. Never waits for a writer. */
  read<Result>(work: () => Result): Promise<Result>
  /** All of `work` is stored durably, or nothing. Waits for other writers; `work` may run several times, so it must change nothing else. */
  write<Result>(work: () => Result, signal?: AbortSignal): Promise<Result>
  /** The same without waiting: null where another connection writes, and after this one was closed. */
  tryWrite<Result>(work: () => Result): Promise<Result | null>
  /** Differs from what it was whenever anything has been stored since, by whichever process. Far cheaper than a read. */
  stamp(): Promise<number>
  /** For statements that can't run inside a transaction. Does not wait: null where another connection is in the way. */
  alone<Result>(work: () => Result): Promise<Result | null>
  close(): void
}

// While SQLite itself waits it blocks the event loop, so not for long.
const busyTimeoutMs = 100

/** Opens or creates the file, and its folder. */
export async function connect(path: string): Promise<Connection> {
  // SQLite's names for what is gone once it is closed.
  if (path === '' || path === ':memory:') {
    throw new EngramError(
      'bad_input',
      `store: expected the path of a file, got "${path}". Tests can take openMemoryStore() of engram-r/testing.`,
      {
        field: 'store',
      },
    )
  }
  await mkdir(dirname(path), { recursive: true }).catch(cause => {
    throw unusable(path, `its folder can not be made (${String(cause)}). Choose another path`, cause)
  })
  const database = await explaining(path, () => new DatabaseSync(path, { timeout: busyTimeoutMs }))
  const statements = new Map<string, StatementSync>()
  let stamp = 0
  let seenVersion = 0
  let version: StatementSync | null = null

  function statement(sql: string): StatementSync {
    const prepared = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, prepared)
    return prepared
  }

  function transaction<Result>(begin: string, work: () => Result): Result {
    database.exec(begin)
    try {
      const result = work()
      database.exec('COMMIT')
      return result
    } catch (error) {
      // Some errors, as a full disk, have rolled it back already.
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }

  // Prepared when it is first needed, as the file may not be a store yet.
  const dataVersion = (): StatementSync => {
    version ??= withNumberedColumns(database.prepare('PRAGMA data_version'))
    return version
  }

  // SQLite's number changes with the commits of other connections only; our own raise the stamp when they are done.
  function currentStamp(): number {
    const seen = integer(dataVersion().get()?.[0])
    if (seen !== seenVersion) stamp++
    seenVersion = seen
    return stamp
  }

  function writing<Result>(work: () => Result): Result {
    try {
      return work()
    } finally {
      stamp++
    }
  }

  const connection: Connection = {
    statement,
    stamp() {
      try {
        return Promise.resolve(currentStamp())
      } catch {
        return explaining(path, () => retryWhileBusy(currentStamp))
      }
    },
    read: work => explaining(path, () => retryWhileBusy(() => transaction('BEGIN', work))),
    write: (work, signal) =>
      explaining(path, () => {
        checkNotCancelled(signal)
        return retryWhileBusy(() => writing(() => transaction('BEGIN IMMEDIATE', work)), { signal })
      }),
    tryWrite: work =>
      explaining(path, () => (database.isOpen ? writing(() => nullWhenBusy(() => transaction('BEGIN IMMEDIATE', work))) : null)),
    alone: work => explaining(path, () => writing(() => nullWhenBusy(work))),
    close: () => {
      if (database.isOpen) database.close()
    },
  }

  try {
    await explaining(path, () => retryWhileBusy(() => prepareFile(database, path)))
    return connection
  } catch (error) {
    database.close()
    throw error
  }
}

/** 'ENGR', in the file's header: it is ours. */
export const applicationId = 0x454e4752

/** Refuses another program's file before a byte of it is changed. */
function prepareFile(database: DatabaseSync, path: string): void {
  // One statement, so that another process that creates the store just now is seen whole or not at all.
  const { id, tables } =
    database.prepare('SELECT application_id AS id, (SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_application_id').get() ?? {}
  if (id !== applicationId && tables !== 0) {
    throw unusable(path, 'it is an SQLite file of another program. Choose another path')
  }
  const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = WAL').get() ?? {}
  if (mode !== 'wal') throw unusable(path, 'its file system has no shared memory, as a network drive. Choose a path on a local disk')
  // FULL: a commit is on the disk when it returns, also if the power fails. secure_delete: what is replaced is overwritten.
  database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA cache_size = -16000')
}

async function explaining<Result>(path: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw explainError(error, path)
  }
}

function nullWhenBusy<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    if (isBusy(error)) return null
    throw error
  }
}
