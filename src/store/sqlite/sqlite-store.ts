import type { Scope } from '../../domain.ts'
import { scopeKey } from '../../lib/scope-key.ts'
import { loadTokenCounter } from '../../lib/tokens.ts'
import type { Keeper, Store } from '../../seams.ts'
import type { DumpProgress } from '../dump-progress.ts'
import { connect } from './connection.ts'
import { createDump } from './dump.ts'
import { createForget } from './forget.ts'
import { createIndexStore } from './index-store.ts'
import { createKeyRing } from './key-ring.ts'
import { createMemoryRecords } from './memory-records.ts'
import { migrate } from './migrations.ts'
import { createPurge } from './purge.ts'
import { createRestore } from './restore.ts'
import { createSummaries } from './summaries.ts'
import { createTables, type Tables } from './tables.ts'
import { createTurnLog } from './turn-log.ts'
import { createVectorStore } from './vector-store.ts'
import { createWorkQueue } from './work-queue.ts'

/**
 * A store in one SQLite file, which any number of processes may share. It is made, with its folders, where there is none. Reads never wait for
 * writers; a write waits up to a minute for those of other processes, then throws store_busy. Throws store_unusable for what is not a store,
 * store_newer for that of a later version.
 */
export async function openSqliteStore(path: string): Promise<Store> {
  const connection = await connect(path)
  try {
    await migrate(connection, path)
    const tables = createTables(connection)
    return {
      ...createTurnLog(tables),
      ...createMemoryRecords(tables),
      ...createWorkQueue(tables),
      ...createVectorStore(tables),
      ...createIndexStore(tables),
      ...createKeyRing(connection),
      ...(await createKeeper(tables, path)),
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

async function createKeeper(tables: Tables, path: string): Promise<Keeper> {
  const { connection, spaces } = tables
  const summaries = createSummaries(connection)
  const forget = createForget(tables)
  const restore = createRestore(tables)
  const purge = createPurge(connection)
  const progressOf = new Map<string, DumpProgress>()
  // A process may have died after a forget, before its bytes were overwritten.
  await purge.attempt()

  return {
    spaces: page => connection.read(() => summaries.list(page)),

    spaceNames: tenant =>
      connection.read(() =>
        spaces
          .scopes(tenant)
          .map(({ space }) => space)
          .sort(),
      ),

    summary: scope => connection.read(() => summaries.of(scope)),

    has: scope => connection.read(() => spaces.find(scope) !== null),

    async forget(scope, selection, options) {
      if (options.dryRun) return connection.read(() => forget(scope, selection, options))
      const receipt = await connection.write(() => {
        purge.request()
        return forget(scope, selection, options)
      })
      if (selection.type === 'all') progressOf.delete(keyOf(scope))
      await purge.complete(path)
      return receipt
    },

    dump: createDump(tables),

    async restore(scope, entries) {
      const countTokens = await loadTokenCounter()
      const { receipt, progress } = await connection.write(() =>
        restore(scope, entries, { previous: progressOf.get(keyOf(scope)), countTokens }),
      )
      if (progress !== null) progressOf.set(keyOf(scope), progress)
      return receipt
    },

    async close() {
      connection.close()
    },
  }
}

const keyOf = (scope: Scope): string => scopeKey(scope).toString('hex')
