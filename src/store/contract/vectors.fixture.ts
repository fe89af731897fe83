import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../seams.ts'
import { type OpenStore, read, scope, turnsOf, withStore } from './dialogue.fixture.ts'

async function withMemories(store: Store): Promise<void> {
  await store.append(scope, turnsOf(3))
  await read(store)
}

export function vectorsContract(open: OpenStore): void {
  test(
    'vectors come back bit for bit, per embedder, and one put again replaces the old',
    withStore(open, async store => {
      await withMemories(store)
      const vector = Float32Array.of(0.1, -1e-38, 3.4e38, 1 / 3)
      const view = new Float32Array([9, ...vector]).subarray(1)
      await store.putVectors(
        scope,
        'one',
        new Map([
          ['m-a1', view],
          ['m-a2', Float32Array.of(1, 2, 3, 4)],
        ]),
      )
      await store.putVectors(scope, 'two', new Map([['m-a1', Float32Array.of(5)]]))
      view[0] = 7
      assert.deepEqual(await store.vectors(scope, 'one'), {
        vectors: new Map([
          ['m-a1', vector],
          ['m-a2', Float32Array.of(1, 2, 3, 4)],
        ]),
        others: ['two'],
      })
      await store.putVectors(scope, 'two', new Map([['m-a1', Float32Array.of(6)]]))
      assert.deepEqual(await store.vectors(scope, 'two'), { vectors: new Map([['m-a1', Float32Array.of(6)]]), others: ['one'] })
      assert.deepEqual(await store.vectors(scope, 'three'), { vectors: new Map(), others: ['one', 'two'] })
      assert.deepEqual(await store.vectors(scope, 'one', ['m-a2', 'gone']), {
        vectors: new Map([['m-a2', Float32Array.of(1, 2, 3, 4)]]),
        others: [],
      })
      assert.deepEqual(await store.vectors(scope, 'one', []), { vectors: new Map(), others: [] })
    }),
  )

  test(
    'vectors of memories that are gone are ignored',
    withStore(open, async store => {
      await withMemories(store)
      await store.putVectors(
        scope,
        'one',
        new Map([
          ['m-a1', Float32Array.of(1)],
          ['gone', Float32Array.of(1)],
        ]),
      )
      assert.deepEqual([...(await store.vectors(scope, 'one')).vectors.keys()], ['m-a1'])
    }),
  )

  for (const [fault, bad] of [
    ['NaN', Float32Array.of(Number.NaN, 0)],
    ['an infinite number', Float32Array.of(1, Number.POSITIVE_INFINITY)],
    ['only zeros', Float32Array.of(0, 0)],
    ['another length', Float32Array.of(1)],
    ['no numbers', Float32Array.of()],
  ] as const) {
    test(
      `a vector with ${fault} is refused, and nothing of its batch is stored`,
      withStore(open, async store => {
        await withMemories(store)
        await store.putVectors(scope, 'one', new Map([['m-a1', Float32Array.of(1, 0)]]))
        const batch = new Map([
          ['m-a2', Float32Array.of(0, 1)],
          ['m-a3', bad],
        ])
        await assert.rejects(store.putVectors(scope, 'one', batch), { code: 'bad_vector', message: /memory m-a3/ })
        assert.deepEqual([...(await store.vectors(scope, 'one')).vectors.keys()], ['m-a1'])
      }),
    )
  }

  test(
    'new vectors make a new revision, so that a reader in another process learns of them',
    withStore(open, async store => {
      await withMemories(store)
      const { revision } = await store.changes(scope, 0)
      await store.putVectors(scope, 'one', new Map([['m-a1', Float32Array.of(1)]]))
      const changes = await store.changes(scope, revision)
      assert.ok(changes.revision > revision)
      assert.deepEqual([changes.turns, changes.memories], [[], []])
    }),
  )
}
