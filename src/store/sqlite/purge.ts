import { setTimeout as sleep } from 'node:timers/promises'
import { EngramError } from '../../errors.ts'
import type { Connection } from './connection.ts'
import { integer } from './row.ts'

export interface Purge {
  /** Inside the transaction that deletes: from now on the file must be purged, after a crash too. */
  request(): void
  /** Overwrites what has been deleted, in the file and beside it. False while another connection still reads the old pages. */
  attempt(): Promise<boolean>
  /** Until it is done. Throws store_busy. */
  complete(path: string): Promise<void>
}

const patienceMs = 60_000
const pauseMs = 100

/**
 * secure_delete overwrites deleted rows where they stand, but not the copies that stay behind in the free part of a page when rows move to
 * another as the tree is balanced: of 3,300 texts deleted in random rounds up to six could still be read in the file. VACUUM writes all that is
 * left to new pages, and the checkpoint brings those over the old ones and empties the write-ahead log.
 */
export function createPurge(connection: Connection): Purge {
  const requests = connection.statement("SELECT value FROM upkeep WHERE name = 'purge'")
  const addRequest = connection.statement("UPDATE upkeep SET value = value + 1 WHERE name = 'purge'")
  const clearRequests = connection.statement("UPDATE upkeep SET value = 0 WHERE name = 'purge' AND value = ?")
  const countRequests = (): number => integer(requests.get()?.value)

  async function attempt(): Promise<boolean> {
    const requested = await connection.read(countRequests)
    if (requested === 0) return true
    const overwritten = await connection.alone(() => {
      connection.statement('VACUUM').run()
      return connection.statement('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
    })
    if (overwritten !== true) return false
    // Not what another process has asked for meanwhile.
    await connection.write(() => clearRequests.run(requested))
    return true
  }

  return {
    request: () => {
      addRequest.run()
    },
    attempt,
    async complete(path) {
      const deadline = performance.now() + patienceMs
      while (!(await attempt())) {
        if (performance.now() > deadline) {
          throw new EngramError(
            'store_busy',
            `It is forgotten, but another process still reads old pages of ${path}, and its bytes stay until that ends. ` +
              'They are overwritten when the store is next opened, or at the next forget.',
            { file: path },
          )
        }
        await sleep(pauseMs)
      }
    },
  }
}
