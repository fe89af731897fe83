import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Selection, Store } from '../../seams.ts'
import {
  collect,
  memoryIds,
  memoryOf,
  type OpenStore,
  read,
  scope,
  spanOf,
  turnIds,
  turnOf,
  turnsOf,
  withStore,
} from './dialogue.fixture.ts'

const forget = (store: Store, selection: Selection) => store.forget(scope, selection, { dryRun: false })

export function forgetContract(open: OpenStore): void {
  test(
    'a forgotten turn takes with it all that was drawn from it or rests on it, vectors included',
    withStore(open, async store => {
      await store.append(scope, turnsOf(20))
      await read(store, {
        draw: ({ id }) => [memoryOf(`m-${id}`, id, { sources: id === 'a20' ? [spanOf('a20'), spanOf('a2')] : [spanOf(id)] })],
      })
      const ids = ['m-a1', 'm-a2', 'm-a20']
      for (const embedder of ['one', 'two']) await store.putVectors(scope, embedder, new Map(ids.map(id => [id, Float32Array.of(1)])))
      const { revision } = await store.changes(scope, 0)

      const expected = { turns: 1, memories: 2, vectors: 4, derived: 0, jobs: 0 }
      assert.deepEqual(await store.forget(scope, { type: 'turns', ids: ['a2', 'a2'] }, { dryRun: true }), expected)
      assert.equal((await store.changes(scope, 0)).revision, revision, 'a dry run changes nothing')
      assert.deepEqual(await forget(store, { type: 'turns', ids: ['a2', 'a2'] }), expected)

      const changes = await store.changes(scope, revision)
      assert.equal(changes.reset, true)
      assert.deepEqual(changes, { ...(await store.changes(scope, 0)), reset: true }, 'these changes are all there is')
      assert.equal(changes.turns.length, 19)
      assert.deepEqual([...(await store.vectors(scope, 'one')).vectors.keys()], ['m-a1'])
      assert.equal((await store.changes(scope, changes.revision)).reset, false)
    }),
  )

  test(
    'what rested on a forgotten turn, and the eight turns after it, are read again by all who had read them',
    withStore(open, async store => {
      await store.append(scope, turnsOf(20))
      const leansOnFirst = (id: string) => [spanOf(id), spanOf('a2')]
      await read(store, {
        writer: 'rule/1',
        draw: ({ id }) => [memoryOf(`m-${id}`, id, { sources: id === 'a20' ? leansOnFirst(id) : [spanOf(id)] })],
      })
      await read(store, { writer: 'model/1', draw: () => [] })
      await store.append(scope, turnsOf(2, 'b'))
      await forget(store, { type: 'turns', ids: ['a2', 'a3'] })

      const again = ['a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10', 'a11', 'a20']
      const befores: string[] = []
      const draw = (turn: { readonly id: string }, before: readonly { readonly id: string }[]) => {
        if (turn.id === 'a4') befores.push(...before.map(({ id }) => id))
        return []
      }
      assert.deepEqual(await read(store, { writer: 'rule/1', draw }), [...again, 'b1', 'b2'])
      assert.deepEqual(befores, ['a1'])
      assert.deepEqual(await read(store, { writer: 'rule/1' }), [])
      assert.deepEqual(await read(store, { writer: 'model/1' }), [...again, 'b1', 'b2'])
      assert.deepEqual(await read(store, { writer: 'new/1' }), await turnIds(store))
    }),
  )

  test(
    'readings that are still due go with their turn and are counted',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      await read(store)
      await forget(store, { type: 'turns', ids: ['a1'] })
      const receipt = await forget(store, { type: 'turns', ids: ['a2'] })
      assert.deepEqual(receipt, { turns: 1, memories: 1, vectors: 0, derived: 0, jobs: 1 })
      assert.deepEqual(await read(store), ['a3'])
    }),
  )

  test(
    'a number is never given to a second turn',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      await read(store)
      await forget(store, { type: 'turns', ids: ['a3'] })
      await store.append(scope, [turnOf('a3', { text: 'Told again, otherwise.' })])
      assert.deepEqual(
        (await store.changes(scope, 0)).turns.map(({ sequence }) => sequence),
        [1, 2, 4],
      )
      assert.deepEqual(await read(store), ['a3'])
    }),
  )

  test(
    'forgotten memories take all records on the same words with them, and those words are withheld from all',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      const draw =
        (writer: string) =>
        ({ id }: { readonly id: string }) => [
          memoryOf(`${writer}-${id}-heron`, id, { writtenBy: writer, sources: [spanOf(id, 4, 9)] }),
          memoryOf(`${writer}-${id}-jetty`, id, {
            writtenBy: writer,
            sources: [spanOf(id, 27, 32), { ...spanOf(id, 4, 9), attachment: 0 }],
          }),
        ]
      await read(store, { writer: 'rule/1', draw: draw('rule/1') })
      await read(store, {
        writer: 'model/1',
        draw: ({ id }) => [memoryOf(`model-${id}`, id, { writtenBy: 'model/1', sources: [spanOf('a3', 27, 32), spanOf('a2', 8, 12)] })],
      })
      await store.putVectors(scope, 'one', new Map([['rule/1-a2-heron', Float32Array.of(1)]]))

      const selection = { type: 'memories', ids: ['rule/1-a2-heron'] } as const
      assert.deepEqual(await forget(store, selection), { turns: 0, memories: 4, vectors: 1, derived: 0, jobs: 0 })
      assert.deepEqual(await memoryIds(store), [
        'rule/1-a1-heron',
        'rule/1-a1-jetty',
        'rule/1-a2-jetty',
        'rule/1-a3-heron',
        'rule/1-a3-jetty',
      ])
      const { withheld, turns } = await store.changes(scope, 0)
      assert.deepEqual(withheld, [spanOf('a2', 4, 9)])
      assert.deepEqual(
        turns.map(({ turn }) => turn),
        turnsOf(3),
        'the log keeps the words',
      )

      await store.rewind(scope, 'rule/1')
      await read(store, { writer: 'rule/1', draw: draw('rule/1') })
      await read(store, { writer: 'rule/2', draw: draw('rule/2') })
      assert.ok(!(await memoryIds(store)).some(id => id.endsWith('a2-heron')), 'nobody draws them again')
      assert.ok((await memoryIds(store)).includes('rule/2-a2-jetty'))
      await forget(store, { type: 'turns', ids: ['a2'] })
      assert.deepEqual((await store.changes(scope, 0)).withheld, [])
    }),
  )

  test(
    'forgetting before a time compares instants, and leaves turns without a time',
    withStore(open, async store => {
      const times = ['2024-05-01', '2024-05-02T00:30:00+02:00', null, '2024-05-02T00:00:00Z', 'once', '2024-05-03']
      await store.append(
        scope,
        times.map((at, index) => turnOf(`t${index}`, { at })),
      )
      assert.equal((await forget(store, { type: 'before', at: '2024-05-02' })).turns, 2)
      assert.deepEqual(await turnIds(store), ['t2', 't3', 't4', 't5'])
      const { revision } = await store.changes(scope, 0)
      assert.equal((await forget(store, { type: 'before', at: '2024-05-02' })).turns, 0)
      assert.equal((await store.changes(scope, 0)).revision, revision, 'nothing to forget is no change')
      await assert.rejects(forget(store, { type: 'before', at: 'yesterday' }), { code: 'bad_input' })
    }),
  )

  test(
    'ids that are not there are named, and nothing is forgotten',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      await read(store)
      await assert.rejects(forget(store, { type: 'turns', ids: ['a1', 'zz', 'yy'] }), { code: 'not_found', message: /zz, yy/ })
      await assert.rejects(forget(store, { type: 'memories', ids: ['m-a1', 'a1'] }), { code: 'not_found', message: / a1\b/ })
      assert.deepEqual(await memoryIds(store), ['m-a1', 'm-a2'])
    }),
  )

  test(
    'a space forgotten whole is gone, and one of its name begins anew, unmistakably',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      await read(store)
      const stale = await store.changes(scope, 0)
      const expected = { turns: 3, memories: 3, vectors: 0, derived: 0, jobs: 0 }
      assert.deepEqual(await store.forget(scope, { type: 'all' }, { dryRun: true }), expected)
      assert.deepEqual(await forget(store, { type: 'all' }), expected)
      assert.deepEqual(await store.spaces(), [])
      assert.deepEqual(await store.changes(scope, stale.revision), { revision: 0, reset: true, turns: [], memories: [], withheld: [] })
      await assert.rejects(collect(store.dump(scope)), { code: 'unknown_space' })

      await store.append(scope, [turnOf('b1')])
      const anew = await store.changes(scope, stale.revision)
      assert.equal(anew.reset, true)
      assert.deepEqual(
        anew.turns.map(({ sequence, turn }) => ({ sequence, turn })),
        [{ sequence: 1, turn: turnOf('b1') }],
      )
      await store.put(scope, {
        writer: 'rule/1',
        turnIds: ['b1'],
        upTo: 3,
        revision: stale.revision,
        memories: [memoryOf('late', 'b1')],
        fence: null,
        dead: [],
      })
      assert.deepEqual(await read(store), ['b1'], 'a put from before has no effect')
      assert.equal((await store.changes(scope, 0)).reset, false)
    }),
  )
}
