import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeptIndex, Store } from '../../seams.ts'
import { dumpOf, memoryOf, type OpenStore, read, scope, spanOf, turnOf, turnsOf, withStore } from './dialogue.fixture.ts'

const revisionOf = async (store: Store): Promise<number> => (await store.changes(scope, 0)).revision

/** Of the space as it is. */
async function indexOf(store: Store, changes: Partial<KeptIndex> = {}): Promise<KeptIndex> {
  const { revision, turns } = await store.changes(scope, 0)
  return { format: 'one', revision, turns: turns.length, bytes: Uint8Array.of(0, 1, 255), ...changes }
}

/** What is there, with its bytes as numbers: stores give them as one kind of bytes or another. */
async function kept(store: Store, format = 'one'): Promise<unknown> {
  const index = await store.index(scope, format)
  return index === null ? null : { ...index, bytes: [...index.bytes] }
}

export function indexesContract(open: OpenStore): void {
  test(
    'an index comes back byte for byte, and only to those who know its format',
    withStore(open, async store => {
      assert.deepEqual([await kept(store), await store.indexed(scope)], [null, 0])
      await store.append(scope, turnsOf(3))
      const index = await indexOf(store)
      assert.equal(await store.putIndex(scope, index), true)
      index.bytes.fill(7)
      assert.deepEqual(await kept(store), { ...index, bytes: [0, 1, 255] })
      assert.deepEqual([await kept(store, 'two'), await store.indexed(scope)], [null, 3])
      ;(await store.index(scope, 'one'))?.bytes.fill(7)
      assert.deepEqual(await kept(store), { ...index, bytes: [0, 1, 255] })
    }),
  )

  test(
    'a space has one index: the last, however large',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      const bytes = Uint8Array.from({ length: 10_000_000 }, (_, place) => place % 251)
      assert.equal(await store.putIndex(scope, await indexOf(store, { bytes })), true)
      const found = await store.index(scope, 'one')
      assert.equal(Buffer.compare(found?.bytes ?? new Uint8Array(), bytes), 0)
      assert.equal(await store.putIndex(scope, await indexOf(store, { format: 'two', turns: 2 })), true)
      assert.deepEqual([await kept(store), await store.indexed(scope)], [null, 2])
      assert.equal((await store.index(scope, 'two'))?.bytes.length, 3)
    }),
  )

  test(
    'an index stays when turns are added and read, and a new one is no news to readers',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      await store.putIndex(scope, await indexOf(store))
      await store.append(scope, turnsOf(1, 'b'))
      await read(store)
      assert.equal(await store.indexed(scope), 3)
      const revision = await revisionOf(store)
      assert.equal(await store.putIndex(scope, await indexOf(store)), true)
      assert.equal(await revisionOf(store), revision)
    }),
  )

  for (const [what, forget] of [
    ['a turn', (store: Store) => store.forget(scope, { type: 'turns', ids: ['a2'] }, { dryRun: false })],
    ['a record', (store: Store) => store.forget(scope, { type: 'memories', ids: ['m-a2'] }, { dryRun: false })],
    ['all', (store: Store) => store.forget(scope, { type: 'all' }, { dryRun: false })],
    ['words, by restoring that they were', (store: Store) => store.restore(scope, [{ type: 'withheld', span: spanOf('a2', 40, 45) }])],
  ] as const) {
    test(
      `when ${what} is forgotten, the index goes, and one made before is not stored`,
      withStore(open, async store => {
        await store.append(scope, turnsOf(3))
        await read(store)
        const index = await indexOf(store)
        await store.putIndex(scope, index)
        await store.forget(scope, { type: 'turns', ids: ['a2'] }, { dryRun: true })
        assert.equal(await store.indexed(scope), 3)
        await forget(store)
        assert.deepEqual([await kept(store), await store.indexed(scope)], [null, 0])
        assert.equal(await store.putIndex(scope, index), false)
        await store.append(scope, turnsOf(3, 'c'))
        assert.equal(await store.putIndex(scope, index), false)
        assert.equal(await store.putIndex(scope, await indexOf(store)), true)
      }),
    )
  }

  test(
    'an index is for no space that does not exist, and is no part of a dump',
    withStore(open, async store => {
      assert.equal(await store.putIndex(scope, { format: 'one', revision: 0, turns: 0, bytes: new Uint8Array() }), false)
      assert.equal(await store.has(scope), false)
      await store.append(scope, [turnOf('a1')])
      await read(store, { draw: ({ id }) => [memoryOf('m', id)] })
      const dump = await dumpOf(store)
      await store.putIndex(scope, await indexOf(store))
      assert.deepEqual(await dumpOf(store), dump)
    }),
  )
}
