import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import test from 'node:test'
import { writeArchive } from '../src/archive/write-archive.ts'
import { openEngram } from '../src/index.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from './support/run-cli.ts'
import { sampleTurns } from './support/sample-turns.ts'

const worker = new URL('support/remember-worker.ts', import.meta.url).pathname
const scope = { tenant: 'test', space: 'crash' }
const count = 1_200
const moments = 32

async function exported(path: string): Promise<string> {
  const store = await openSqliteStore(path)
  try {
    return (await Array.fromAsync(writeArchive(store, [scope]))).join('\n')
  } finally {
    await store.close()
  }
}

/** The turns that the worker had been told are stored when it was killed. */
function killedAfter(path: string, batch: number, delayMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [worker, path, scope.space, '0', String(count), String(batch)])
    let acknowledged = 0
    let timer: NodeJS.Timeout | null = null
    child.stdout.on('data', chunk => {
      // The clock starts with the first batch: loading the program is not what is tested.
      timer ??= setTimeout(() => child.kill('SIGKILL'), delayMs)
      acknowledged = Number(String(chunk).trim().split('\n').at(-1))
    })
    child.on('error', reject)
    child.on('close', () => {
      if (timer !== null) clearTimeout(timer)
      resolve(acknowledged)
    })
  })
}

test(`killed at ${moments} random moments: what was acknowledged is there, nothing is half there, a rerun ends as an undisturbed run`, async context => {
  const folder = temporaryFolder(context)
  const undisturbed = join(folder, 'undisturbed.db')
  const memory = await openEngram({ store: undisturbed })
  await memory.space(scope).remember(sampleTurns(count))
  await memory.close()
  const expected = await exported(undisturbed)

  const interrupted: number[] = []
  for (let moment = 0; moment < moments; moment++) {
    const path = join(folder, `killed-${moment}.db`)
    const acknowledged = await killedAfter(path, 5 + (moment % 4) * 15, Math.random() * 250)
    const again = await openEngram({ store: path })
    const space = again.space(scope)
    const turns = await space.turns()
    const given = sampleTurns(turns.length)
    assert.ok(turns.length >= acknowledged, `${turns.length} turns stored, ${acknowledged} acknowledged`)
    assert.deepEqual(
      turns.map(({ id, text }) => [id, text]),
      given.map(({ id, text }) => [id, text]),
    )
    if (turns.length < count) interrupted.push(turns.length)
    // A recall finds what was stored, though its records may not have been written.
    const last = turns.length - 1
    const { cards } = await space.recall(`person number ${last}`)
    assert.ok(cards.some(({ sources }) => sources.some(({ turnId }) => turnId === turns[last]?.id)))
    await space.remember(sampleTurns(count))
    await again.close()
    assert.ok((await exported(path)) === expected, `the export after moment ${moment} differs`)
  }
  assert.ok(interrupted.length >= moments / 2, `only ${interrupted.length} of ${moments} kills came in time to interrupt anything`)
})
