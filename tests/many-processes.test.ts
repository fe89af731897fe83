import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { openEngram } from '../src/index.ts'
import { temporaryFolder } from './support/run-cli.ts'

const run = promisify(execFile)
const worker = new URL('support/remember-worker.ts', import.meta.url).pathname

test('eight processes remember the same and different turns into one file: no loss, no duplicate, nothing locked', async context => {
  const store = join(temporaryFolder(context), 'memory.db')
  // 60 turns that all remember, and 60 of each one's own, in one space.
  const jobs = Array.from({ length: 8 }, (_, index) => [
    run(process.execPath, [worker, store, 'shared', '0', '60', '3']),
    run(process.execPath, [worker, store, 'shared', String(1_000 * (index + 1)), '60', '3']),
  ]).flat()
  const results = await Promise.allSettled(jobs)
  for (const result of results) if (result.status === 'rejected') assert.fail(String(result.reason))
  const memory = await openEngram({ store })
  const space = memory.space({ tenant: 'test', space: 'shared' })
  const turns = await space.turns()
  assert.equal(turns.length, 60 + 8 * 60)
  assert.equal(new Set(turns.map(({ id }) => id)).size, turns.length)
  const memories = await space.memories()
  assert.equal(new Set(memories.map(({ id }) => id)).size, memories.length)
  for (const { id } of turns)
    assert.ok(
      memories.some(({ turnId }) => turnId === id),
      `${id} has a record`,
    )
  await memory.close()
})

test('the same words from twenty callers at once are one turn (STO-01)', async context => {
  const store = join(temporaryFolder(context), 'memory.db')
  const memory = await openEngram({ store })
  const space = memory.space({ tenant: 'test', space: 'tea' })
  await Promise.all(Array.from({ length: 20 }, () => space.remember({ speaker: 'Ana', text: 'I enjoy jasmine tea' })))
  assert.equal((await space.turns()).length, 1)
  assert.equal((await space.recall('jasmine tea')).cards.length, 1)
  await memory.close()
})
