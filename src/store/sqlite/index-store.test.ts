import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { scope, turnsOf } from '../contract/dialogue.fixture.ts'
import { openSqliteStore } from './sqlite-store.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const folder = temporaryFolder()

test('an index does not wait for another process that writes: it is not stored', async () => {
  const path = join(folder, 'held.db')
  const store = await openSqliteStore(path)
  await store.append(scope, turnsOf(3))
  const { revision } = await store.changes(scope, 0)
  const index = { format: 'one', revision, turns: 3, bytes: new Uint8Array(3) }
  const holder = new DatabaseSync(path)
  holder.exec('BEGIN IMMEDIATE')
  assert.equal(await store.putIndex(scope, index), false)
  holder.exec('ROLLBACK')
  assert.equal(await store.putIndex(scope, index), true)
  holder.close()
  await store.close()
})
