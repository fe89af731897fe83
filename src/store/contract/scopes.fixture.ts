import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '../../domain.ts'
import { collect, memoryIds, memoryOf, type OpenStore, read, scope, turnIds, turnOf, turnsOf, withStore } from './dialogue.fixture.ts'

const lookalikes: readonly (readonly [string, string])[] = [
  ['a_b', 'c'],
  ['a', 'b_c'],
  ['a:b', 'c'],
  ['a', 'b:c'],
  ['a/b|c', 'd'],
  ['a', 'b|c/d'],
  ['Ana', 'x'],
  ['ana', 'x'],
  ['ana ', 'x'],
  [' ana', 'x'],
  ['ana', 'x '],
  ['1', '1'],
  ['__proto__', 'constructor'],
  ["' OR 1=1 --", '"; DROP TABLE spaces; --'],
  ['%', '_'],
  ['nul\u0000', 'l'],
  ['nul', '\u0000l'],
  ['🦢', '鷺'],
]

export function scopesContract(open: OpenStore): void {
  test(
    'scopes that differ only by separators, case or spaces share nothing',
    withStore(open, async store => {
      const scopes = lookalikes.map(([tenant, space]): Scope => ({ tenant, space }))
      for (const [index, where] of scopes.entries()) {
        await store.append(where, [turnOf('same', { text: `Said in ${index}` })])
        await read(store, { where, draw: ({ id }) => [memoryOf('same', id, { words: `Known in ${index}` })] })
        await store.putVectors(where, 'model', new Map([['same', Float32Array.of(index + 1)]]))
      }
      for (const [index, where] of scopes.entries()) {
        const { turns, memories } = await store.changes(where, 0)
        assert.equal(turns[0]?.turn.text, `Said in ${index}`)
        assert.deepEqual(memories[0]?.memories[0]?.body, { kind: 'semantic', fact: `Known in ${index}` })
        assert.deepEqual((await store.vectors(where, 'model')).vectors.get('same'), Float32Array.of(index + 1))
      }
      const listed = (await store.spaces()).map(summary => summary.scope)
      const byName = [...scopes].sort((a, b) => (a.tenant === b.tenant ? (a.space < b.space ? -1 : 1) : a.tenant < b.tenant ? -1 : 1))
      assert.deepEqual(listed, byName, 'names come back exactly, by tenant and space')
    }),
  )

  test(
    'spaces can be asked for, and listed a page at a time, of one tenant alone',
    withStore(open, async store => {
      const names = ['b', 'a', '\u{1f9a2}', '\uff5e', "a' OR 1=1 --", 'A']
      for (const space of names) await store.append({ tenant: 'ana', space }, turnsOf(2))
      await store.append({ tenant: 'Ana', space: 'b' }, turnsOf(1))
      const pageOf = async (tenant: string, after: string | null, limit: number): Promise<readonly string[]> =>
        (await store.spaces({ tenant, after, limit })).map(summary => summary.scope.space)
      const inOrder = names.toSorted()
      assert.deepEqual(await pageOf('ana', null, 10), inOrder)
      assert.deepEqual(await pageOf('ana', null, 2), inOrder.slice(0, 2))
      assert.deepEqual(await pageOf('ana', inOrder[1] ?? '', 2), inOrder.slice(2, 4))
      assert.deepEqual(await pageOf('ana', 'a0', 1), ['b'], 'after a name that is not there')
      for (const tenant of ['ana ', '%', "ana' OR 1=1 --"]) assert.deepEqual(await pageOf(tenant, null, 10), [])
      assert.deepEqual(
        (await store.spaces({ tenant: 'Ana', after: null, limit: 5 })).map(summary => [summary.scope.tenant, summary.turns]),
        [['Ana', 1]],
      )
      assert.deepEqual(await store.spaceNames('ana'), inOrder)
      assert.deepEqual(await store.spaceNames('Ana'), ['b'])
      for (const tenant of ['ana ', '%', "ana' OR 1=1 --"]) assert.deepEqual(await store.spaceNames(tenant), [])
      for (const summary of await store.spaces()) assert.deepEqual(await store.summary(summary.scope), summary)
      assert.equal(await store.summary({ tenant: 'Ana', space: 'a' }), null)
      assert.equal(await store.has({ tenant: 'Ana', space: 'b' }), true)
      for (const space of ['a', 'B', '', '%']) assert.equal(await store.has({ tenant: 'Ana', space }), false, space)
    }),
  )

  test(
    'what is forgotten in one space stays in all others',
    withStore(open, async store => {
      const other = { ...scope, space: 'logbook ' }
      for (const where of [scope, other]) {
        await store.append(where, turnsOf(3))
        await read(store, { where })
      }
      await store.forget(scope, { type: 'turns', ids: ['a1'] }, { dryRun: false })
      await store.forget(scope, { type: 'all' }, { dryRun: false })
      assert.deepEqual(await turnIds(store, other), ['a1', 'a2', 'a3'])
      assert.deepEqual(await memoryIds(store, other), ['m-a1', 'm-a2', 'm-a3'])
      assert.deepEqual(await read(store, { where: other }), [])
    }),
  )

  test(
    'hostile ids, speakers and writers are plain data',
    withStore(open, async store => {
      const hostile = ["x'); DROP TABLE turns; --", '__proto__', 'constructor', '$.x', 'a"]', '%', 'nul\u0000byte', '1e400', 'a b', '']
      await store.append(
        scope,
        hostile.map(id => turnOf(id, { speaker: id, session: id })),
      )
      const writer = "'; --/1"
      await read(store, { writer, draw: ({ id }) => [memoryOf(`m${id}`, id, { writtenBy: writer })] })
      await store.putVectors(scope, '__proto__', new Map(hostile.map(id => [`m${id}`, Float32Array.of(1, 2)])))
      assert.deepEqual(await turnIds(store), hostile)
      assert.deepEqual(
        await memoryIds(store),
        hostile.map(id => `m${id}`),
      )
      assert.equal((await store.vectors(scope, '__proto__')).vectors.size, hostile.length)
      assert.equal((await store.vectors(scope, 'constructor')).vectors.size, 0)
      const receipt = await store.forget(scope, { type: 'turns', ids: hostile }, { dryRun: false })
      assert.deepEqual([receipt.turns, receipt.memories, receipt.vectors], [hostile.length, hostile.length, hostile.length])
    }),
  )

  test(
    'a space that does not exist has nothing to read, and can be neither forgotten, dumped nor set back',
    withStore(open, async store => {
      assert.deepEqual(await collect(store.unread(scope, { id: 'rule/1', context: 3 })), [])
      assert.deepEqual(await store.changes(scope, 0), { revision: 0, reset: false, turns: [], memories: [], withheld: [] })
      assert.deepEqual(await store.vectors(scope, 'model'), { vectors: new Map(), others: [] })
      await store.put(scope, {
        writer: 'rule/1',
        turnIds: ['a1'],
        upTo: 1,
        revision: 1,
        memories: [memoryOf('m1', 'a1')],
        fence: null,
        dead: [],
      })
      await store.putVectors(scope, 'model', new Map([['m1', Float32Array.of(1)]]))
      for (const selection of [{ type: 'all' }, { type: 'turns', ids: ['a1'] }] as const) {
        await assert.rejects(store.forget(scope, selection, { dryRun: false }), { code: 'unknown_space' })
      }
      await assert.rejects(collect(store.dump(scope)), { code: 'unknown_space' })
      await assert.rejects(store.rewind(scope, 'rule/1'), { code: 'unknown_space' })
      assert.deepEqual(await store.spaces(), [])
    }),
  )

  test(
    'a summary counts what is there and says from when to when',
    withStore(open, async store => {
      const times = ['2024-05-03T10:00:00', null, '2024-05-02', 'some day', '2024-05-03T11:00:00+05:00']
      await store.append(
        scope,
        times.map((at, index) => turnOf(`t${index}`, { at })),
      )
      await read(store, {
        draw: ({ id }) => [
          memoryOf(`e-${id}`, id, { kind: 'episodic' }),
          ...(id === 't1' ? [memoryOf('p', id, { kind: 'procedural' })] : []),
        ],
      })
      await store.putVectors(scope, 'one', new Map([['p', Float32Array.of(1)]]))
      await store.putVectors(scope, 'two', new Map([['p', Float32Array.of(1, 2)]]))
      const { revision, ...summary } = (await store.spaces())[0] ?? assert.fail('no space')
      const memories = { episodic: 5, semantic: 0, procedural: 1 }
      assert.deepEqual(summary, { scope, turns: 5, memories, vectors: 2, from: '2024-05-02', to: '2024-05-03T10:00:00' })
      assert.equal(revision, (await store.changes(scope, 0)).revision)
    }),
  )

  test(
    'a summary does not count the records of rules that a model has taken the place of, until the model’s go',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      const countOf = async (): Promise<number | undefined> => (await store.spaces())[0]?.memories.semantic
      await read(store, { draw: ({ id }) => [memoryOf(`one-${id}`, id), memoryOf(`two-${id}`, id)] })
      const draw = ({ id }: { readonly id: string }) => [
        memoryOf(`model-${id}`, id, { writtenBy: 'model/1', kind: id === 'a2' ? 'episodic' : 'semantic' }),
      ]
      await read(store, { writer: 'model/1', dead: ['a3'], draw })
      assert.equal(await countOf(), 5)
      assert.equal((await memoryIds(store)).length, 8, 'they stay stored')
      await store.rewind(scope, 'model/1')
      await read(store, { writer: 'model/1', draw: () => [] })
      assert.equal(await countOf(), 6)
    }),
  )
}
