import assert from 'node:assert/strict'
import test from 'node:test'
import { openEngram } from '../src/open.ts'
import type { Embedder, Store } from '../src/seams.ts'
import { openMemoryStore } from '../src/store/memory/memory-store.ts'

const scope = { tenant: 't', space: 's' }

/** What it was asked for. */
function watched() {
  const asked: { readonly read: (readonly string[] | null)[]; readonly embedded: string[] } = { read: [], embedded: [] }
  const opened = openMemoryStore()
  const store: Store = {
    ...opened,
    vectors(where, embedder, memoryIds) {
      asked.read.push(memoryIds ?? null)
      return opened.vectors(where, embedder, memoryIds)
    },
  }
  const embedder: Embedder = {
    id: 'lengths/1',
    dimensions: 2,
    embed: async texts => {
      asked.embedded.push(...texts)
      return texts.map(text => Float32Array.of(Math.cos(text.length), Math.sin(text.length)))
    },
  }
  return { store, embedder, asked }
}

const told = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => ({
    id: `t${from + place}`,
    speaker: 'Ana',
    text: `I keep ${from + place} bees in Lisbon.`,
  }))

for (const preset of ['default', 'paper'] as const) {
  test(`${preset}: the store is asked for the vectors of new records alone, and no record is embedded twice`, async () => {
    const { store, embedder, asked } = watched()
    /** How many records the store was asked for; null for all. */
    const sizes = (): readonly (number | null)[] => asked.read.map(ids => ids?.length ?? null)
    const memory = await openEngram({ store, embedder, preset })
    const space = memory.space(scope)
    await space.remember(told(0, 3))
    assert.deepEqual(sizes(), [null])
    const first = await space.recall('Who keeps bees?')
    await space.recall('Where are 2 bees?')
    assert.deepEqual(sizes(), [null])
    await space.remember(told(3, 5))
    await space.recall('Who keeps bees?')
    assert.deepEqual(sizes(), [null, 2])
    assert.equal(asked.embedded.filter(text => text.startsWith('I keep')).length, 5)
    // Another process has them from the store.
    const other = (await openEngram({ store, embedder, preset })).space(scope)
    const { ms: _, ...again } = await other.recall('Who keeps bees?')
    const { ms: __, ...known } = await space.recall('Who keeps bees?')
    assert.deepEqual(again, known)
    assert.notEqual(first.cards.length, 0)
    assert.equal(asked.embedded.filter(text => text.startsWith('I keep')).length, 5)
  })

  test(`${preset}: what was forgotten is found no more, and the vectors of the rest are read again`, async () => {
    const { store, embedder, asked } = watched()
    const memory = await openEngram({ store, embedder, preset })
    const space = memory.space(scope)
    await space.remember(told(0, 3))
    await space.forget({ type: 'turns', ids: ['t1'] })
    const { cards } = await space.recall('Who keeps bees?')
    assert.deepEqual(cards.flatMap(({ sources }) => sources.map(({ turnId }) => turnId)).sort(), ['t0', 't2'])
    assert.equal(asked.embedded.filter(text => text.startsWith('I keep')).length, 3)
  })
}
