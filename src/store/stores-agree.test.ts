import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { EngramError } from '../errors.ts'
import { loadTokenCounter } from '../lib/tokens.ts'
import { lineOf } from '../lib/transcript.ts'
import type { Changes, Store } from '../seams.ts'
import { dumpOf, memoryIds, memoryOf, putBatch, read, scope, spanOf, turnIds, turnOf } from './contract/dialogue.fixture.ts'
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

const derive = fc.record({ writer, records: fc.nat({ max: 2 }), leans: fc.boolean(), version: fc.nat({ max: 1 }), dead: several }).map(
  ({ writer, records, leans, version, dead }): Step =>
    store =>
      read(store, {
        writer,
        dead: dead.map(number => `t${number}`),
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

/** A claim of a batch, and what becomes of it; the clock is the step's own. */
const work = fc
  .record({
    writer,
    now: fc.nat({ max: 40 }),
    scope: fc.constantFrom(scope, null),
    dead: several,
    end: fc.constantFrom('keep', 'release', 'fail', 'renew', 'forget'),
  })
  .map(
    ({ writer, now, scope: only, dead, end }): Step =>
      async store => {
        const lease = await store.claim(writer, { now, leaseMs: 10, scope: only })
        if (lease === null) return null
        if (end === 'forget') await store.forget(scope, { type: 'all' }, { dryRun: false })
        if (end === 'renew') return [lease, await store.renew(lease, { now: now + 5, leaseMs: 10 })]
        const read: unknown[] = []
        for await (const batch of store.unread(scope, { id: writer, context: 2, batch: 3 })) {
          read.push(batch, await putBatch(store, batch, { writer, dead: dead.map(number => `t${number}`), fence: lease.fence }))
          if (end !== 'keep') await store.release(lease, end === 'fail' ? { reason: `at ${now}`, retryAt: now + 7 } : null)
        }
        return [lease, read]
      },
  )
const settle = fc.record({ writer, numbers: fc.option(several), drop: fc.boolean() }).map(
  ({ writer, numbers, drop }): Step =>
    async store => {
      const letters = { writer, turnIds: numbers === null ? null : pick(await turnIds(store), numbers) }
      return drop ? store.drop(scope, letters) : store.retry(scope, letters)
    },
)

const step = fc.oneof(
  { weight: 5, arbitrary: append },
  { weight: 6, arbitrary: derive },
  { weight: 2, arbitrary: embed },
  { weight: 2, arbitrary: forgetTurns },
  { weight: 2, arbitrary: forgetMemories },
  { weight: 4, arbitrary: work },
  { weight: 1, arbitrary: settle },
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

/** Only a file keeps how many tokens turns have. */
function uncounted(changes: Changes): Changes {
  for (const { turn, tokens } of changes.turns) assert.equal(tokens, countTokens(lineOf(turn)))
  return { ...changes, turns: changes.turns.map(logged => ({ ...logged, tokens: null })) }
}

const countTokens = await loadTokenCounter()
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
            assert.deepEqual(uncounted(await inFile.changes(scope, revision)), await inMemory.changes(scope, revision))
          }
          assert.deepEqual(await inFile.vectors(scope, 'one'), await inMemory.vectors(scope, 'one'))
          assert.deepEqual(await inFile.spaces(), await inMemory.spaces())
          for (const name of ['rule/1', 'model/1']) assert.deepEqual(await inFile.jobs(name), await inMemory.jobs(name))
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
