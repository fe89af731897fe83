import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  memoryIds,
  memoryIdsOf,
  memoryOf,
  nextBatch,
  type OpenStore,
  putBatch,
  read,
  scope,
  spanOf,
  turnOf,
  turnsOf,
  withStore,
} from './dialogue.fixture.ts'

export function recordsContract(open: OpenStore): void {
  test(
    'records come back as they were put: by turn, then as written',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      const anchor = {
        start: '2024-05-01',
        end: '2024-05-02',
        precision: 'day',
        approximate: true,
        relation: 'since',
        phrase: '昨日\u0000',
      } as const
      const first = { ...memoryOf('z', 'a2', { kind: 'procedural' }), anchor }
      const rest = [memoryOf('b', 'a2', { kind: 'episodic' }), memoryOf('c', 'a1')]
      const batch = await nextBatch(store)
      await store.put(scope, {
        writer: 'rule/1',
        turnIds: ['a1', 'a2'],
        upTo: batch.upTo,
        revision: batch.revision,
        memories: [first, ...rest],
        fence: null,
        dead: [],
      })
      assert.deepEqual((await store.changes(scope, 0)).memories, [
        { turnId: 'a1', memories: [rest[1]] },
        { turnId: 'a2', memories: [first, rest[0]] },
      ])
    }),
  )

  test(
    'a family replaces what it drew from the turns it reads again, and nothing else',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      await read(store, { writer: 'model/1', draw: ({ id }) => [memoryOf(`model-${id}`, id, { writtenBy: 'model/1' })] })
      await read(store, { writer: 'rule/1' })
      const { revision } = await store.changes(scope, 0)
      const draw = ({ id }: { readonly id: string }) => (id === 'a1' ? [] : [memoryOf(`new-${id}`, id, { writtenBy: 'rule/2' })])
      const batch = await nextBatch(store, { writer: 'rule/2' })
      await putBatch(store, { ...batch, turns: batch.turns.slice(0, 2), upTo: 2 }, { writer: 'rule/2', draw })
      assert.deepEqual(await memoryIds(store), ['model-a1', 'model-a2', 'new-a2', 'model-a3', 'm-a3'])
      const changes = await store.changes(scope, revision)
      assert.equal(changes.reset, false)
      assert.deepEqual(changes.turns, [])
      assert.deepEqual(
        changes.memories.map(({ turnId, memories }) => [turnId, ...memories.map(({ id }) => id)]),
        [
          ['a1', 'model-a1'],
          ['a2', 'model-a2', 'new-a2'],
        ],
      )
      assert.deepEqual(await read(store, { writer: 'rule/2' }), ['a3'], 'it goes on from its mark')
    }),
  )

  test(
    'the same batch put twice is the same as once, vectors included, and the mark never goes back',
    withStore(open, async store => {
      await store.append(scope, turnsOf(600))
      const first = await nextBatch(store)
      await read(store)
      const before = await store.changes(scope, 0)
      await store.putVectors(scope, 'model', new Map([['m-a1', Float32Array.of(1, 0)]]))
      await putBatch(store, first)
      const after = await store.changes(scope, 0)
      assert.deepEqual({ ...after, revision: 0 }, { ...before, revision: 0 })
      assert.equal((await store.vectors(scope, 'model')).vectors.size, 1)
      assert.deepEqual(await read(store), [])
    }),
  )

  test(
    'a record that changes under its id loses its vectors',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      await read(store)
      await store.putVectors(
        scope,
        'model',
        new Map([
          ['m-a1', Float32Array.of(1)],
          ['m-a2', Float32Array.of(1)],
        ]),
      )
      await store.rewind(scope, 'rule/1')
      await read(store, { draw: ({ id }) => [memoryOf(`m-${id}`, id, id === 'a1' ? { words: 'An egret, after all' } : {})] })
      assert.deepEqual([...(await store.vectors(scope, 'model')).vectors.keys()], ['m-a2'])
    }),
  )

  test(
    'records can be put in another order and given to another turn',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      await read(store, { draw: ({ id }) => (id === 'a1' ? [memoryOf('x', 'a1'), memoryOf('y', 'a1')] : [memoryOf('z', 'a2')]) })
      await store.rewind(scope, 'rule/1')
      await read(store, {
        draw: ({ id }) => (id === 'a1' ? [memoryOf('z', 'a1'), memoryOf('y', 'a1'), memoryOf('y', 'a1')] : [memoryOf('x', 'a2')]),
      })
      assert.deepEqual(await memoryIds(store), ['z', 'y', 'x'])
    }),
  )

  test(
    'turns and sources that are gone are passed over',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      const { revision } = await store.changes(scope, 0)
      const onGone = memoryOf('on-gone', 'a2', { sources: [spanOf('a2'), spanOf('gone')] })
      const memories = [memoryOf('lost', 'gone'), memoryOf('kept', 'a1'), onGone]
      await store.put(scope, { writer: 'rule/1', turnIds: ['gone', 'a1', 'a2'], upTo: 99, revision, memories, fence: null, dead: [] })
      assert.deepEqual(await memoryIds(store), ['kept'])
      await store.append(scope, turnsOf(1, 'b'))
      assert.deepEqual(await read(store), ['b1'], 'a mark past the end would hide turns to come')
    }),
  )

  test(
    'a record of another turn or another family is refused, and nothing is stored',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      const { revision } = await store.changes(scope, 0)
      const put = { writer: 'rule/1', turnIds: ['a1'], upTo: 1, revision, fence: null, dead: [] }
      await assert.rejects(store.put(scope, { ...put, memories: [memoryOf('m', 'a2')] }), { code: 'bad_input' })
      await assert.rejects(store.put(scope, { ...put, memories: [memoryOf('m', 'a1', { writtenBy: 'model/1' })] }), { code: 'bad_input' })
      assert.deepEqual(await read(store), ['a1', 'a2'])
    }),
  )

  test(
    'a batch read before something was forgotten, or before the writer was set back, is not stored',
    withStore(open, async store => {
      await store.append(scope, turnsOf(4))
      const beforeForget = await nextBatch(store)
      await store.forget(scope, { type: 'turns', ids: ['a1'] }, { dryRun: false })
      await putBatch(store, beforeForget)
      assert.deepEqual(await memoryIds(store), [])
      const beforeRewind = await nextBatch(store)
      await store.rewind(scope, 'rule/1')
      await putBatch(store, beforeRewind)
      assert.deepEqual(await memoryIds(store), [])
      assert.deepEqual(await read(store), ['a2', 'a3', 'a4'])
    }),
  )

  test(
    'a reader who was in the middle when something was forgotten reads what it missed before it ends',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      const seen: string[][] = []
      for await (const batch of store.unread(scope, { id: 'rule/1', context: 3 })) {
        seen.push(batch.turns.map(({ turn, before }) => [...before, turn].map(({ id }) => id).join('')))
        if (seen.length === 1) await store.forget(scope, { type: 'turns', ids: ['a2'] }, { dryRun: false })
        await putBatch(store, batch)
      }
      assert.deepEqual(seen, [
        ['a1', 'a1a2', 'a1a2a3'],
        ['a1', 'a1a3'],
      ])
      assert.deepEqual(await memoryIds(store), ['m-a1', 'm-a3'])
    }),
  )

  test(
    'a reader who asks from a revision on gets what came after it, and with each answer the whole of a turn',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      await read(store)
      const first = await store.changes(scope, 0)
      await store.append(scope, [turnOf('b1')])
      const second = await store.changes(scope, first.revision)
      assert.deepEqual([second.turns.map(({ sequence }) => sequence), memoryIdsOf(second)], [[3], []])
      await read(store)
      const third = await store.changes(scope, second.revision)
      assert.deepEqual([third.turns, memoryIdsOf(third)], [[], ['m-b1']])
      assert.deepEqual(await store.changes(scope, third.revision), { ...third, memories: [] })
    }),
  )
}
