// Lets a writer that often fails read all that is due in a store, and all that comes, until it is told to end. argv: path, seed. Prints
// "ready" when it can be told to end, then a line of JSON for each batch that was stored: its turns, how many turns were in the writer's
// hands at once so far, and the bytes of the process.
import { argv } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../src/bench/statistics/seeded-random.ts'
import { EngramError } from '../../src/errors.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { createWorker } from '../../src/work.ts'
import { createFailingWriter } from './failing-writer.ts'

/** The clock of all these processes: a lease of a minute is over in a second. */
const pace = 60

const [path = '', seed = ''] = argv.slice(2)
const random = seededRandom(Number(seed))
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
process.stdout.write('ready\n')

const store = await openSqliteStore(path)
const { writer, most } = createFailingWriter(random)
const { work } = createWorker({
  store: {
    ...store,
    async put(scope, derived) {
      const isStored = await store.put(scope, derived)
      const line = { space: scope.space, turnIds: derived.turnIds, most: most(), bytes: process.memoryUsage.rss() }
      if (isStored) process.stdout.write(`${JSON.stringify(line)}\n`)
      return isStored
    },
  },
  writer,
  prepare: async () => undefined,
  now: () => Date.now() * pace,
  wait: (ms, signal) => sleep(ms / pace, undefined, { signal }),
  random,
})
try {
  await work({ follow: true, signal: stop.signal })
} catch (error) {
  if (!(error instanceof EngramError) || error.code !== 'cancelled') throw error
} finally {
  await store.close()
}
