import { DatabaseSync } from 'node:sqlite'
import { EngramError } from '../../errors.ts'

/** Held while a run is written. The system lets go of it when its process ends, however that is: nothing stale can stay. */
export function lockRun(path: string, run: string): { release(): void } {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    throw new EngramError('store_busy', `Another process writes the run ${run}. Wait for it, or name another folder with --out.`, { cause })
  }
  return { release: () => database.close() }
}
