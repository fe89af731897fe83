import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { memoryIds, read, scope, turnIds, turnOf, turnsOf } from '../src/store/contract/dialogue.fixture.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'engram-processes-'))
after(() => rmSync(folder, { recursive: true, force: true }))

interface Worker {
  kill(): void
  /** Its first line, as soon as it is printed. */
  readonly begun: Promise<string>
  /** All that it printed, once it has ended; fails when it failed, unless it was killed. */
  readonly ended: Promise<string>
}

function start(script: string, ...args: readonly string[]): Worker {
  const file = fileURLToPath(new URL(`support/${script}.ts`, import.meta.url))
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8')
  const ended = once(child, 'close').then(([code, signal]) => {
    assert.ok(code === 0 || signal === 'SIGKILL', `${script} ended with ${code}`)
    return printed
  })
  const begun = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: string) => {
      printed += chunk
      if (printed.includes('\n')) resolve(printed.trim())
    })
    ended.then(() => reject(new Error(`${script} ended before it began`)), reject)
  })
  begun.catch(() => undefined)
  return { kill: () => child.kill('SIGKILL'), begun, ended }
}

test('eight processes that make a store and write the same and other turns lose nothing and repeat nothing', async () => {
  const path = join(folder, 'shared.db')
  const names = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8']
  const totals = await Promise.all(names.map(async name => JSON.parse(await start('store-append', path, name).ended)))
  const sum = (key: string): number => totals.reduce((total, each) => total + each[key], 0)
  assert.deepEqual([sum('added'), sum('duplicates'), sum('conflicts')], [8 * 100 + 200, 7 * 200, 0])

  const store = await openSqliteStore(path)
  const { turns } = await store.changes(scope, 0)
  assert.deepEqual(
    turns.map(({ sequence }) => sequence),
    turns.map((_, index) => index + 1),
  )
  const expected = [...turnsOf(200, 'shared'), ...names.flatMap(name => turnsOf(100, `${name}-`))].map(({ id }) => id)
  assert.deepEqual((await turnIds(store)).toSorted(), expected.toSorted())
  assert.deepEqual((await memoryIds(store)).toSorted(), expected.map(id => `m-${id}`).toSorted())
  assert.deepEqual(await read(store), [])
  await store.close()
})

test('while another process holds the store for seconds, reads answer at once and a write waits its turn', async () => {
  const path = join(folder, 'held.db')
  const store = await openSqliteStore(path)
  await store.append(scope, turnsOf(3))
  const holder = start('store-hold', path, '3000')
  assert.equal(await holder.begun, 'held')

  let written = false
  const write = store.append(scope, [turnOf('late')]).then(() => {
    written = true
  })
  for (let round = 0; round < 5; round++) {
    assert.deepEqual(await turnIds(store), ['a1', 'a2', 'a3'])
    await sleep(50)
  }
  assert.equal(written, false)
  await write
  assert.deepEqual(await turnIds(store), ['a1', 'a2', 'a3', 'late'])
  await holder.ended
  await store.close()
})

test('a process killed at any point while it replaces records leaves all of them old or all of them new, each with its own vector or none', async () => {
  const path = join(folder, 'killed.db')
  const seen = new Set<string>()
  for (let kill = 0; kill < 12; kill++) {
    const child = start('store-rewrite', path)
    assert.equal(await child.begun, 'begun')
    await sleep(20 + Math.random() * 120)
    child.kill()
    await child.ended

    const store = await openSqliteStore(path)
    const { memories } = await store.changes(scope, 0)
    const { vectors } = await store.vectors(scope, 'model')
    const drawn = memories.flatMap(each => each.memories)
    const versions = drawn.map(({ body }) => Number(body.kind === 'semantic' ? body.fact.replace('Version ', '') : Number.NaN))
    assert.equal(new Set(versions).size, 1)
    assert.equal(drawn.length, 40)
    const ownVectors = new Map(drawn.map(({ id }) => [id, Float32Array.of(versions[0] ?? Number.NaN)]))
    if (vectors.size > 0) assert.deepEqual(vectors, ownVectors)
    seen.add(String(versions[0]))
    await store.close()
  }
  assert.ok(seen.size > 3, 'the kills came at different points')
})
