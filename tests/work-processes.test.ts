import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import test from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeArchive } from '../src/archive/write-archive.ts'
import type { Scope } from '../src/domain.ts'
import type { Store } from '../src/seams.ts'
import { memoryIds, turnsOf } from '../src/store/contract/dialogue.fixture.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { unreadable } from './support/failing-writer.ts'
import { temporaryFolder } from './support/run-cli.ts'

const script = new URL('support/work-process.ts', import.meta.url).pathname
const scopeOf = (index: number): Scope => ({ tenant: 'harbour', space: `space ${index}` })

interface StoredBatch {
  readonly space: string
  readonly turnIds: readonly string[]
  readonly most: number
  readonly bytes: number
}

interface WorkProcess {
  /** So far. */
  readonly batches: readonly StoredBatch[]
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

function startWork(path: string, seed: number): WorkProcess {
  const child = spawn(process.execPath, [script, path, String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const batches: StoredBatch[] = []
  let rest = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    batches.push(...lines.filter(line => line !== 'ready').map(line => JSON.parse(line)))
  })
  const ready = once(child.stdout, 'data')
  const closed = once(child, 'close')
  return {
    batches,
    async end(signal) {
      // Before it is ready, SIGTERM would end it as it ends any process; SIGKILL may come at any time.
      if (signal === 'SIGTERM') await ready
      child.kill(signal)
      const [code] = await closed
      assert.equal(code, signal === 'SIGTERM' ? 0 : null)
    },
  }
}

/** Fails after minutes: a process that ended by itself would be waited for without end. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const limit = performance.now() + 180_000
  while (!(await isSo())) {
    assert.ok(performance.now() < limit, 'the processes do not come to an end')
    await sleep(50)
  }
}

const isDone = async (store: Store): Promise<boolean> => (await store.jobs('model/1')).every(({ waiting }) => waiting === 0)

test('10,000 turns, two processes each killed twice, a fifth of the calls failing: every turn is stored once, none is lost', async context => {
  const path = join(temporaryFolder(context), 'memory.db')
  const store = await openSqliteStore(path)
  const [spaces, each] = [8, 1_250]
  const ids = turnsOf(each).map(({ id }) => id)
  for (let index = 0; index < spaces; index++) await store.append(scopeOf(index), turnsOf(each))

  const ended: WorkProcess[] = []
  const working = [startWork(path, 1), startWork(path, 2)]
  for (let kill = 0; kill < 4; kill++) {
    const victim = working.shift() ?? assert.fail('no process')
    await until(() => victim.batches.length > 20 * (kill + 1))
    await sleep(Math.random() * 30)
    await victim.end('SIGKILL')
    ended.push(victim)
    working.push(startWork(path, kill + 3))
  }
  await until(() => isDone(store))
  for (const process of working) await process.end('SIGTERM')
  ended.push(...working)

  const readable = ids.filter(id => unreadable(id) === null)
  for (let index = 0; index < spaces; index++) {
    assert.deepEqual(
      await memoryIds(store, scopeOf(index)),
      readable.map(id => `model-${id}`),
    )
  }
  const jobs = await store.jobs('model/1')
  assert.equal(jobs.length, spaces)
  for (const { dead, leasedUntil } of jobs) {
    assert.equal(leasedUntil, null)
    assert.deepEqual(
      dead.map(({ turnId }) => turnId),
      ids.filter(id => unreadable(id) !== null),
    )
  }

  const batches = ended.flatMap(process => process.batches)
  const stored = batches.flatMap(({ space, turnIds }) => turnIds.map(id => `${space}: ${id}`))
  assert.equal(new Set(stored).size, stored.length, 'no turn was stored twice')
  // The log was appended at revision 1, and every batch that was stored made another: a process may have been killed before it said so.
  const puts = (await store.spaces()).reduce((sum, { revision }) => sum + revision - 1, 0)
  assert.ok(puts - batches.length >= 0 && puts - batches.length <= 4, `${puts} batches stored, ${batches.length} told`)
  assert.equal(Math.max(...batches.map(({ most }) => most)), 20, 'a batch at a time')
  for (const process of ended) {
    const [first, last] = [process.batches[0]?.bytes ?? 0, process.batches.at(-1)?.bytes ?? 0]
    context.diagnostic(
      `${process.batches.length} batches, ${((last - first) / 2 ** 20).toFixed(1)} MiB more at the end than after the first`,
    )
  }
  await store.close()
})

test('killed in the middle of batches and run again, a writer ends with the same export as undisturbed', async context => {
  const folder = temporaryFolder(context)
  const turns = turnsOf(760)

  async function exportAfter(name: string, kills: number): Promise<string> {
    const path = join(folder, name)
    const store = await openSqliteStore(path)
    await store.append(scopeOf(0), turns)
    for (let kill = 0; kill < kills; kill++) {
      const victim = startWork(path, kill)
      await until(() => victim.batches.length > 0)
      await sleep(Math.random() * 60)
      await victim.end('SIGKILL')
    }
    const last = startWork(path, 77)
    await until(() => isDone(store))
    await last.end('SIGTERM')
    const lines = await Array.fromAsync(writeArchive(store, [scopeOf(0)]))
    await store.close()
    return lines.join('\n')
  }

  const undisturbed = await exportAfter('undisturbed.db', 0)
  assert.equal(undisturbed.match(/"type":"dead"/g)?.length, 2)
  assert.ok((await exportAfter('killed.db', 5)) === undisturbed, 'the exports differ')
})
