import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Store } from '../../seams.ts'
import { dumpOf, memoryOf, read, scope, spanOf, turnIds, turnOf } from '../contract/dialogue.fixture.ts'
import { connect } from './connection.ts'
import { createForget } from './forget.ts'
import { createPurge } from './purge.ts'
import { openSqliteStore } from './sqlite-store.ts'
import { createTables } from './tables.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const folder = temporaryFolder()

/** 16 bytes that occur once in the world. Read as four floats they are finite, so vectors can carry them too. */
const newMarker = (): string => `mk${randomBytes(7).toString('hex')}`

const markersIn = (bytes: string): ReadonlySet<string> => new Set(bytes.match(/mk[0-9a-f]{14}/g))

function markersInFiles(path: string): ReadonlySet<string> {
  const files = [path, `${path}-wal`, `${path}-shm`].filter(existsSync)
  return markersIn(files.map(file => readFileSync(file, 'latin1')).join('|'))
}

const vectorOf = (marker: string): Float32Array => new Float32Array(Uint8Array.from(Buffer.from(marker)).buffer)

/** Turns, records and vectors that carry a marker in every part; some texts fill many pages. */
async function addMarked(store: Store, count: number): Promise<void> {
  const repeats = (): number => (randomInt(10) === 0 ? randomInt(3000) : randomInt(1, 12))
  const turns = Array.from({ length: count }, () =>
    turnOf(newMarker(), { speaker: newMarker(), session: newMarker(), text: `${newMarker()} `.repeat(repeats()) }),
  )
  await store.append(scope, turns)
  const lease = await store.claim('model/1', { now: 0, leaseMs: 0, scope: null })
  if (lease !== null) await store.release(lease, { reason: `The model said ${newMarker()} of ${turns[0]?.id}`, retryAt: 0 })
  await read(store, {
    dead: turns.slice(0, 3).map(({ id }) => id),
    draw: ({ id }) => [memoryOf(newMarker(), id, { words: newMarker() }), memoryOf(newMarker(), id, { sources: [spanOf(id, 40, 50)] })],
  })
  const { memories } = await store.changes(scope, 0)
  const fresh = memories.slice(-count).flatMap(drawn => drawn.memories)
  await store.putVectors(scope, newMarker(), new Map(fresh.map(({ id }) => [id, vectorOf(newMarker())])))
  const { revision } = await store.changes(scope, 0)
  const bytes = Buffer.from(Array.from({ length: 1_000 }, newMarker).join(' '))
  await store.putIndex(scope, { format: newMarker(), revision, turns: count, bytes })
}

async function markersInDump(store: Store): Promise<ReadonlySet<string>> {
  const dump = await dumpOf(store)
  const vectors = dump.map(entry => (entry.type === 'vector' ? Buffer.from(entry.vector.buffer).toString('latin1') : ''))
  return new Set([...markersIn(JSON.stringify(dump)), ...markersIn(vectors.join('|'))])
}

const someOf = (ids: readonly string[], share: number): readonly string[] => ids.filter(() => Math.random() < share)

test('after any number of forgets, the files hold no byte of what was forgotten', async () => {
  const path = join(folder, 'rounds.db')
  const store = await openSqliteStore(path)
  for (let round = 0; round < 12; round++) {
    await addMarked(store, 70)
    await store.forget(scope, { type: 'turns', ids: someOf(await turnIds(store), 0.3) }, { dryRun: false })
    const { memories } = await store.changes(scope, 0)
    const ids = memories.flatMap(drawn => drawn.memories.map(({ id }) => id))
    await store.forget(scope, { type: 'memories', ids: someOf(ids, 0.1) }, { dryRun: false })
    const [left, living] = [markersInFiles(path), await markersInDump(store)]
    assert.deepEqual(
      [...left].filter(marker => !living.has(marker)),
      [],
    )
    assert.ok(living.size > 100 && [...living].every(marker => left.has(marker)), 'the search finds what is there')
  }
  await store.forget(scope, { type: 'all' }, { dryRun: false })
  assert.equal(markersInFiles(path).size, 0)
  assert.ok(!readFileSync(path, 'latin1').includes(scope.space), 'the name of the space is gone too')
  await store.close()
})

test('a forget waits for a reader that still holds the old pages', async () => {
  const path = join(folder, 'reader.db')
  const store = await openSqliteStore(path)
  await addMarked(store, 20)
  const reader = new DatabaseSync(path)
  reader.exec('BEGIN; SELECT count(*) FROM turns')
  setTimeout(() => reader.exec('COMMIT'), 250)
  await store.forget(scope, { type: 'all' }, { dryRun: false })
  assert.equal(markersInFiles(path).size, 0)
  reader.close()
  await store.close()
})

test('a process that dies between a forget and the overwriting leaves it to the next that opens the store', async () => {
  const path = join(folder, 'crash.db')
  const store = await openSqliteStore(path)
  await addMarked(store, 20)
  const dying = await connect(path)
  const [forget, purge] = [createForget(createTables(dying)), createPurge(dying)]
  await dying.write(() => {
    purge.request()
    forget(scope, { type: 'all' }, { dryRun: false })
  })
  assert.notEqual(markersInFiles(path).size, 0)
  const next = await openSqliteStore(path)
  assert.equal(markersInFiles(path).size, 0)
  dying.close()
  for (const open of [next, store]) await open.close()
})
