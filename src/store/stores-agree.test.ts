import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { EngramError } from '../errors.ts'
import type { Store } from '../seams.ts'
import { dumpOf, memoryIds, memoryOf, read, scope, spanOf, turnIds, turnOf } from './contract/dialogue.fixture.ts'
import { openMemoryStore } from './memory/memory-store.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'
import { temporaryFolder } from './sqlite/temporary-folder.fixture.ts'

/** One thing to do to a store; numbers pick among what is there. */
type Step = (store: Store) => Promise<unknown>

const pick = (ids: readonly string[], numbers: readonly number[]): readonly string[] =>
  ids.length === 0 ? [] : numbers.map(number => ids[number % ids.length] ?? '')

const small = fc.nat({ max: 30 })
const several = fc.array(small, { minLength: 1, maxLength: 4 })
const writer = fc.constantFrom('rule/1', 'rule/2', 'model/1')

const append = fc.array(fc.tuple(small, fc.nat({ max: 1 })), { maxLength: 12 }).map((told): Step => {
  const turns = told.map(([id, version]) =>
    turnOf(`t${id}`, { at: id % 5 === 0 ? null : `2024-05-${10 + (id % 9)}`, text: `Said ${version}` }),
  )
  return store => store.append(scope, turns)
})

const derive = fc.record({ writer, records: fc.nat({ max: 2 }), leans: fc.boolean(), version: fc.nat({ max: 1 }) }).map(
  ({ writer, records, leans, version }): Step =>
    store =>
      read(store, {
        writer,
        draw: ({ id }, before) =>
          Array.from({ length: records }, (_, index) =>
            memoryOf(`${writer}-${id}-${index}`, id, {
              writtenBy: writer,
              words: `Known ${version}`,
              sources: [
                spanOf(id, index * 3, index * 3 + 4),
                ...before.slice(leans ? -1 : before.length).map(turn => spanOf(turn.id, 0, 2)),
              ],
            }),
          ),
      }),
)

const embed = fc.tuple(several, fc.constantFrom('one', 'two')).map(
  ([numbers, embedder]): Step =>
    async store => {
      const ids = pick(await memoryIds(store), numbers)
      await store.putVectors(scope, embedder, new Map(ids.map(id => [id, Float32Array.of(id.length, 1)])))
    },
)

const forgetTurns = fc.tuple(several, fc.boolean()).map(
  ([numbers, dryRun]): Step =>
    async store =>
      store.forget(scope, { type: 'turns', ids: pick(await turnIds(store), numbers) }, { dryRun }),
)
const forgetMemories = several.map(
  (numbers): Step =>
    async store =>
      store.forget(scope, { type: 'memories', ids: pick(await memoryIds(store), numbers) }, { dryRun: false }),
)
const forgetMore = fc.constantFrom(
  { type: 'all' } as const,
  { type: 'before', at: '2024-05-13' } as const,
  { type: 'turns', ids: ['t1', 'nobody'] } as const,
)
const forgetOther = forgetMore.map(
  (selection): Step =>
    store =>
      store.forget(scope, selection, { dryRun: false }),
)
const rewind = writer.map(
  (name): Step =>
    store =>
      store.rewind(scope, name),
)
const reload: fc.Arbitrary<Step> = fc.boolean().map(first => async store => {
  const dump = await dumpOf(store)
  if (first) await store.forget(scope, { type: 'all' }, { dryRun: false })
  return store.restore(scope, dump)
})

const step = fc.oneof(
  { weight: 5, arbitrary: append },
  { weight: 6, arbitrary: derive },
  { weight: 2, arbitrary: embed },
  { weight: 2, arbitrary: forgetTurns },
  { weight: 2, arbitrary: forgetMemories },
  { weight: 1, arbitrary: fc.oneof(forgetOther, rewind, reload) },
)

/** What a step gives, or the code it fails with. */
async function outcome(run: Promise<unknown>): Promise<unknown> {
  try {
    return await run
  } catch (error) {
    if (error instanceof EngramError) return error.message
    throw error
  }
}

const folder = temporaryFolder()
let stores = 0

test('whatever is done to them, both stores answer alike', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async steps => {
      const both = [openMemoryStore(), await openSqliteStore(join(folder, `${++stores}.db`))] as const
      try {
        let since = 0
        for (const run of steps) {
          const [inMemory, inFile] = both
          assert.deepEqual(await outcome(run(inFile)), await outcome(run(inMemory)))
          for (const revision of [0, since]) {
            assert.deepEqual(await inFile.changes(scope, revision), await inMemory.changes(scope, revision))
          }
          assert.deepEqual(await inFile.vectors(scope, 'one'), await inMemory.vectors(scope, 'one'))
          assert.deepEqual(await inFile.spaces(), await inMemory.spaces())
          assert.deepEqual(await outcome(dumpOf(inFile)), await outcome(dumpOf(inMemory)))
          since = (await inMemory.changes(scope, 0)).revision
        }
      } finally {
        for (const store of both) await store.close()
      }
    }),
    { numRuns: 60 },
  )
})
