import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccessKey } from '../../seams.ts'
import { collect, dumpOf, type OpenStore, scope, turnOf, withStore } from './dialogue.fixture.ts'

function keyOf(id: string, changes: Partial<AccessKey> = {}): AccessKey {
  const usual = { tenant: scope.tenant, right: 'read', name: null, hash: 'ab'.repeat(32), createdAt: '2024-05-02T10:00:00.000Z' } as const
  return { id, ...usual, ...changes }
}

export function keysContract(open: OpenStore): void {
  test(
    'keys come back as they were given, by id, of one tenant or of all',
    withStore(open, async store => {
      assert.deepEqual(await store.keys(null), [])
      const kept = [
        keyOf('b', { right: 'admin', name: "Ana's laptop; DROP TABLE access_keys --" }),
        keyOf('a', { right: 'write', tenant: 'Harbour' }),
        keyOf('c'),
      ]
      for (const key of kept) await store.addKey(key)
      assert.deepEqual(await store.findKey('b'), kept[0])
      assert.deepEqual(
        (await store.keys(null)).map(({ id }) => id),
        ['a', 'b', 'c'],
      )
      assert.deepEqual(await store.keys(scope.tenant), [kept[0], kept[2]])
      assert.deepEqual(await store.keys('harbour '), [])
      for (const id of ['', 'B', '%', '__proto__', 'constructor', "' OR 1=1 --"]) assert.equal(await store.findKey(id), null, id)
    }),
  )

  test(
    'a key is removed by its own tenant only',
    withStore(open, async store => {
      await store.addKey(keyOf('a'))
      assert.equal(await store.removeKey('Harbour', 'a'), false)
      assert.equal(await store.removeKey(scope.tenant, 'b'), false)
      assert.deepEqual(await store.findKey('a'), keyOf('a'))
      assert.equal(await store.removeKey(scope.tenant, 'a'), true)
      assert.equal(await store.removeKey(scope.tenant, 'a'), false)
      assert.deepEqual(await store.keys(null), [])
    }),
  )

  test(
    'keys are no part of a space: not of what it dumps, and not forgotten with it',
    withStore(open, async store => {
      await store.append(scope, [turnOf('a1')])
      const before = await dumpOf(store)
      await store.addKey(keyOf('a'))
      assert.deepEqual(await collect(store.dump(scope)), before)
      await store.forget(scope, { type: 'all' }, { dryRun: false })
      assert.deepEqual(await store.keys(null), [keyOf('a')])
      assert.deepEqual(await store.spaces(), [])
    }),
  )
}
