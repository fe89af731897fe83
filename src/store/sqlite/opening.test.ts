import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Store } from '../../seams.ts'
import { memoryIds, read, scope, turnIds, turnOf, turnsOf } from '../contract/dialogue.fixture.ts'
import { openSqliteStore } from './sqlite-store.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const folder = temporaryFolder()
const fileOf = (name: string): string => join(folder, name)

async function makeStore(path: string, turns = 3): Promise<void> {
  const store = await openSqliteStore(path)
  await store.append(scope, turnsOf(turns))
  await read(store)
  await store.close()
}

test('a store is made with its folders, and holds what it held when it is opened again', async () => {
  const path = fileOf('deep/in/folders/memory.db')
  await makeStore(path)
  const store = await openSqliteStore(path)
  assert.deepEqual(await turnIds(store), ['a1', 'a2', 'a3'])
  assert.deepEqual(await memoryIds(store), ['m-a1', 'm-a2', 'm-a3'])
  await store.close()
})

test('an empty file becomes a store', async () => {
  const path = fileOf('empty.db')
  writeFileSync(path, '')
  await makeStore(path)
})

test('a file that is not SQLite is refused and left as it was', async () => {
  const path = fileOf('notes.txt')
  writeFileSync(path, 'These are my notes about herons. '.repeat(300))
  await assert.rejects(openSqliteStore(path), { code: 'store_unusable', file: path, message: /not an SQLite file.*Choose another path/ })
  assert.match(readFileSync(path, 'utf8'), /^These are my notes/)
})

test('another program’s SQLite file is refused and left as it was', async () => {
  const path = fileOf('other.db')
  const other = new DatabaseSync(path)
  other.exec('CREATE TABLE birds (name TEXT)')
  other.close()
  const before = readFileSync(path)
  await assert.rejects(openSqliteStore(path), { code: 'store_unusable', message: /another program/ })
  assert.deepEqual(readFileSync(path), before)
})

test('a folder, and a path below a file, are refused with the reason', async () => {
  mkdirSync(fileOf('folder.db'))
  writeFileSync(fileOf('file'), 'x')
  await assert.rejects(openSqliteStore(fileOf('folder.db')), { code: 'store_unusable', message: /not a folder/ })
  await assert.rejects(openSqliteStore(fileOf('file/memory.db')), { code: 'store_unusable', message: /folder can not be made/ })
})

test('what names no file is refused with the way out', async () => {
  for (const path of ['', ':memory:']) {
    await assert.rejects(openSqliteStore(path), {
      code: 'bad_input',
      field: 'store',
      message: /expected the path of a file.*openMemoryStore/,
    })
  }
})

test('a store of a newer version is refused and left as it was', async () => {
  const path = fileOf('newer.db')
  await makeStore(path)
  const newer = new DatabaseSync(path)
  newer.exec('INSERT INTO schema_migrations SELECT max(version) + 1 FROM schema_migrations')
  newer.close()
  await assert.rejects(openSqliteStore(path), { code: 'store_newer', file: path, message: /Upgrade engram-r/ })
})

test('a damaged store says so, and what to do', async () => {
  const path = fileOf('damaged.db')
  await makeStore(path, 2000)
  truncateSync(path, 40_000)
  const useIt = async (): Promise<void> => {
    const store = await openSqliteStore(path)
    await store.changes(scope, 0).finally(() => store.close())
  }
  await assert.rejects(useIt(), { code: 'store_unusable', message: /damaged.*Restore it/ })
})

test('a store stopped in the middle of its first migration is made whole', async () => {
  const begun = new DatabaseSync(fileOf('half.db'))
  begun.exec(`PRAGMA application_id = ${0x454e4752}; CREATE TABLE schema_migrations (version INTEGER NOT NULL PRIMARY KEY)`)
  begun.close()
  await makeStore(fileOf('half.db'))
})

const withoutIndexes = 'DROP TABLE index_parts; DROP TABLE indexes; DELETE FROM schema_migrations WHERE version > 4'
const withoutTokens = `${withoutIndexes}; ALTER TABLE turns DROP COLUMN tokens; DELETE FROM schema_migrations WHERE version > 3`
const withoutKeys = `${withoutTokens}; DROP TABLE access_keys; DROP INDEX spaces_by_tenant; DELETE FROM schema_migrations WHERE version > 2`

/** A store as an older version left it: what later migrations did is undone by `sql`. Opened by this version. */
async function openOlder(name: string, sql: string): Promise<Store> {
  const path = fileOf(name)
  await makeStore(path)
  const older = new DatabaseSync(path)
  older.exec(sql)
  older.close()
  return await openSqliteStore(path)
}

test('turns that were logged before their tokens were kept have none, those after have', async () => {
  const store = await openOlder('third.db', withoutTokens)
  await store.append(scope, [turnOf('b1', { text: 'word '.repeat(5_000) }), turnOf('b2', { text: 'A heron.' })])
  const { turns } = await store.changes(scope, 0)
  assert.deepEqual(
    turns.map(({ tokens }) => tokens),
    [null, null, null, null, 7],
  )
  await store.close()
})

test('a store made before there were indexes gets a place for them, and keeps what it holds', async () => {
  const store = await openOlder('fourth.db', withoutIndexes)
  assert.deepEqual(await memoryIds(store), ['m-a1', 'm-a2', 'm-a3'])
  assert.equal(await store.indexed(scope), 0)
  await store.close()
})

test('a store made before there were keys gets a place for them, and keeps what it holds', async () => {
  const store = await openOlder('second.db', withoutKeys)
  assert.deepEqual(await memoryIds(store), ['m-a1', 'm-a2', 'm-a3'])
  assert.deepEqual(await store.keys(null), [])
  await store.close()
})

test('a store made before there was a queue gets one, and keeps what it holds', async () => {
  const store = await openOlder(
    'first.db',
    `${withoutKeys}; DROP TABLE leases; DROP TABLE dead_letters; DELETE FROM schema_migrations WHERE version > 1`,
  )
  assert.deepEqual(await memoryIds(store), ['m-a1', 'm-a2', 'm-a3'])
  assert.deepEqual((await store.claim('model/1', { now: 0, leaseMs: 1, scope: null }))?.scope, scope)
  await store.close()
})

test('a store opens at once while another process writes', async () => {
  const path = fileOf('held.db')
  await makeStore(path)
  const holder = new DatabaseSync(path)
  holder.exec('BEGIN IMMEDIATE')
  const store = await openSqliteStore(path)
  assert.deepEqual(await turnIds(store), ['a1', 'a2', 'a3'])
  holder.exec('ROLLBACK')
  holder.close()
  await store.close()
})
