import assert from 'node:assert/strict'
import test from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Scope } from '../domain.ts'
import { loadStaticTable } from '../embed/static-table.ts'
import { turnsOf } from '../store/contract/dialogue.fixture.ts'
import { openMemoryStore } from '../store/memory/memory-store.ts'
import { createPartitionCache, type PartitionCache } from './partition-cache.ts'

const scopeOf = (space: string): Scope => ({ tenant: 'harbour', space })

/** Spaces of three turns each, and which of them were read from their first turn, in order. */
async function cacheOf(spaces: readonly string[], maxBytes: number): Promise<{ readonly cache: PartitionCache; readonly read: string[] }> {
  const store = openMemoryStore()
  for (const space of spaces) await store.append(scopeOf(space), turnsOf(3))
  const read: string[] = []
  const cache = createPartitionCache({
    store: {
      ...store,
      changes(scope, since) {
        if (since === 0) read.push(scope.space)
        return store.changes(scope, since)
      },
    },
    loadTable: loadStaticTable,
    engine: 'test',
    maxBytes,
  })
  return { cache, read }
}

async function openAll(cache: PartitionCache, spaces: readonly string[]): Promise<void> {
  for (const space of spaces) await cache.open(scopeOf(space))
}

test('what was opened longest ago goes when there is no room for all', async () => {
  const one = await cacheOf(['a'], 1)
  const { bytes } = await one.cache.open(scopeOf('a'))
  assert.ok(bytes > 35_000, `a small space holds more than its words: ${bytes}`)

  const { cache, read } = await cacheOf(['a', 'b', 'c'], 2.5 * bytes)
  await openAll(cache, ['a', 'b', 'a', 'b'])
  assert.deepEqual(read, ['a', 'b'], 'two have room')
  await openAll(cache, ['c'])
  await openAll(cache, ['b', 'c', 'a'])
  assert.deepEqual(read, ['a', 'b', 'c', 'a'], 'a went for c')
  await openAll(cache, ['b'])
  assert.deepEqual(read, ['a', 'b', 'c', 'a', 'b'], 'b, opened before c, went for a')
})

test('a space that has no room beside others is kept while it is in use, and counted once', async () => {
  const { cache, read } = await cacheOf(['a', 'b'], 1)
  await openAll(cache, ['a', 'a', 'b', 'b', 'a'])
  assert.deepEqual(read, ['a', 'b', 'a'])
  await Promise.all(['a', 'b', 'a', 'b'].map(space => cache.open(scopeOf(space))))
  const before = read.length
  await openAll(cache, ['a', 'a', 'b', 'b'])
  assert.ok(read.length - before <= 2)
})

test('while a large space is read others go on, and what there was stands until it is done', async () => {
  const store = openMemoryStore()
  const scope = scopeOf('large')
  const turns = turnsOf(4_000)
  await store.append(scope, turns)
  const cache = createPartitionCache({ store, loadTable: loadStaticTable, engine: 'test' })
  const first = await whileOthersGoOn(cache.openToSearch(scope))
  const partition = await first.done
  assert.ok(first.went.length > 1, 'they had no turn')

  await store.forget(scope, { type: 'turns', ids: ['a7'] }, { dryRun: false })
  const second = await whileOthersGoOn(cache.openToSearch(scope), () => partition.turns.length)
  assert.equal(await second.done, partition)
  assert.equal(partition.turns.length, 3_999)
  // All at once, when the words are read: what is left are its vectors.
  assert.ok(second.went.filter(turns => turns === 4_000).length > 1)
  assert.ok(second.went.every((turns, index) => turns === 4_000 || (turns === 3_999 && second.went[index + 1] !== 4_000)))
  const asked = partition.vectors.vectorOf('heron')
  assert.equal(partition.vectors.search(asked)?.values.length, 3_999)
})

test('after a turn was forgotten a space is as one that is read for the first time', async () => {
  const store = openMemoryStore()
  const scope = scopeOf('large')
  await store.append(scope, turnsOf(300))
  const cacheOfIt = (): PartitionCache => createPartitionCache({ store, loadTable: loadStaticTable, engine: 'test' })
  const cache = cacheOfIt()
  await cache.openToSearch(scope)
  for (const id of ['a290', 'a150', 'a2']) {
    await store.forget(scope, { type: 'turns', ids: [id] }, { dryRun: false })
    const [again, fresh] = [await cache.openToSearch(scope), await cacheOfIt().openToSearch(scope)]
    assert.deepEqual(again.keep(), fresh.keep())
    assert.deepEqual(again.passages, fresh.passages)
    assert.equal(again.placeOf(id), undefined)
  }
})

/** What `look` saw each time that others had a turn before it was done. */
async function whileOthersGoOn<Result>(
  work: Promise<Result>,
  look = (): number => 0,
): Promise<{ readonly done: Promise<Result>; readonly went: readonly number[] }> {
  const went: number[] = []
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await setImmediate()
    if (!isDone) went.push(look())
  }
  return { done, went }
}
