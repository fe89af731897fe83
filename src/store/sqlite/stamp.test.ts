import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { memoryIds, read, scope, turnIds, turnsOf } from '../contract/dialogue.fixture.ts'
import { connect } from './connection.ts'
import { openSqliteStore } from './sqlite-store.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const folder = temporaryFolder()

test('a stamp stays while nothing is stored, and differs after a write of this connection or another', async () => {
  const path = join(folder, 'stamps.db')
  const [one, other] = [await connect(path), await connect(path)]
  await one.write(() => one.statement('CREATE TABLE birds (name TEXT)').run())
  const add = (connection: typeof one) => connection.write(() => connection.statement("INSERT INTO birds VALUES ('heron')").run())
  const seen = [await one.stamp(), await one.stamp()]
  await add(other)
  seen.push(await one.stamp(), await one.stamp())
  await add(one)
  seen.push(await one.stamp())
  await one.read(() => one.statement('SELECT * FROM birds').all())
  seen.push(await one.stamp())
  const [first = 0] = seen
  assert.deepEqual(
    seen.map(stamp => stamp - first),
    [0, 0, 1, 1, 2, 2],
  )
  one.close()
  other.close()
})

test('what another connection stores is read at once by one that had found nothing new', async () => {
  const path = join(folder, 'shared.db')
  const [reader, writer] = [await openSqliteStore(path), await openSqliteStore(path)]
  for (const count of [1, 2, 3]) {
    await writer.append(scope, turnsOf(count))
    assert.equal((await turnIds(reader)).length, count)
    await read(reader)
    assert.equal((await memoryIds(writer)).length, count)
    await read(writer)
    const { revision } = await reader.changes(scope, 0)
    const nothing = await reader.changes(scope, revision)
    assert.deepEqual(nothing, { revision, reset: false, turns: [], memories: [], withheld: [] })
    assert.deepEqual(await reader.changes(scope, revision), nothing)
  }
  await writer.forget(scope, { type: 'turns', ids: ['a1'] }, { dryRun: false })
  assert.deepEqual(await turnIds(reader), ['a2', 'a3'])
  await reader.close()
  await writer.close()
})
