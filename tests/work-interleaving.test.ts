import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { seededRandom } from '../src/bench/statistics/seeded-random.ts'
import type { Scope } from '../src/domain.ts'
import { EngramError } from '../src/errors.ts'
import type { Store } from '../src/seams.ts'
import { memoryIds, memoryOf, turnsOf } from '../src/store/contract/dialogue.fixture.ts'
import { openMemoryStore } from '../src/store/memory/memory-store.ts'
import { createWorker } from '../src/work.ts'
import { createVirtualTime } from './support/virtual-time.ts'

interface Freeze {
  readonly worker: number
  readonly from: number
  readonly ms: number
}

interface Course {
  /** Turns of each space. */
  readonly spaces: readonly number[]
  readonly workers: number
  readonly seed: number
  /** A worker does nothing at all for so long: a machine that sleeps. */
  readonly freezes: readonly Freeze[]
}

interface Done {
  /** Turns whose records were stored, in any space. */
  readonly stored: readonly string[]
  /** Batches of a space that were written while another of it was. */
  readonly overlaps: number
  readonly records: readonly string[]
  readonly expected: readonly string[]
}

const scopeOf = (index: number): Scope => ({ tenant: 'harbour', space: `space ${index}` })

/** Lets workers read some spaces, in virtual time: each call takes a while, and each batch up to several leases. */
async function runWorkers({ spaces, workers, seed, freezes }: Course): Promise<Done> {
  const time = createVirtualTime()
  const store = openMemoryStore()
  const random = seededRandom(seed)
  const expected = spaces.flatMap((turns, index) => turnsOf(turns, `s${index}-`).map(({ id }) => `model-${id}`))
  const stored: string[] = []
  const writing = new Map<string, number>()
  let overlaps = 0
  for (const [index, turns] of spaces.entries()) await store.append(scopeOf(index), turnsOf(turns, `s${index}-`))

  async function start(worker: number): Promise<void> {
    const own = freezes.filter(freeze => freeze.worker === worker)
    async function thaw(): Promise<void> {
      for (const { from, ms } of own) if (time.now() >= from && time.now() < from + ms) await time.wait(from + ms - time.now())
    }
    async function taking<Result>(ms: number, call: () => Promise<Result>): Promise<Result> {
      await time.wait(Math.floor(random() * ms))
      await thaw()
      const result = await call()
      await time.wait(Math.floor(random() * ms))
      await thaw()
      return result
    }
    const slow: Pick<Store, 'unread' | 'put' | 'claim' | 'renew' | 'release' | 'jobs'> = {
      unread: store.unread,
      jobs: store.jobs,
      claim: (...call) => taking(200, () => store.claim(...call)),
      renew: (...call) => taking(200, () => store.renew(...call)),
      release: (...call) => taking(200, () => store.release(...call)),
      put: (where, derived) =>
        taking(200, async () => {
          const isStored = await store.put(where, derived)
          if (isStored) stored.push(...derived.turnIds)
          return isStored
        }),
    }
    const { work } = createWorker({
      store: slow,
      writer: {
        id: 'model/1',
        context: 1,
        batch: 3,
        async write(turns) {
          const space = turns[0]?.turn.id.split('-')[0] ?? ''
          const others = writing.get(space) ?? 0
          if (others > 0) overlaps++
          writing.set(space, others + 1)
          await taking(200_000, async () => undefined)
          writing.set(space, (writing.get(space) ?? 0) - 1)
          const fate = random()
          if (fate < 0.1) throw new EngramError('model_unavailable', 'Not now.')
          if (fate < 0.2 && turns.length > 1) throw new EngramError('model_no_answer', 'Not so many.')
          return { memories: turns.map(({ turn }) => memoryOf(`model-${turn.id}`, turn.id, { writtenBy: 'model/1' })), failed: [] }
        },
      },
      prepare: async () => undefined,
      now: time.now,
      wait: async (ms, signal) => {
        await time.wait(ms, signal)
        await thaw()
      },
      random,
    })
    // As a supervisor would: again, until there is nothing left that others held or failed at.
    while ((await store.jobs('model/1')).length > 0) {
      await taking(10_000, work)
      await time.wait(1_000)
    }
  }

  await time.run(Promise.all(Array.from({ length: workers }, (_, worker) => start(worker))))
  const records = await Promise.all(spaces.map((_, index) => memoryIds(store, scopeOf(index))))
  return { stored, overlaps, records: records.flat(), expected }
}

const course = {
  spaces: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }),
  workers: fc.integer({ min: 2, max: 4 }),
  seed: fc.integer(),
}
const freeze = fc.record({ worker: fc.nat({ max: 3 }), from: fc.nat({ max: 400_000 }), ms: fc.integer({ min: 1_000, max: 300_000 }) })

test('workers never write the same space at the same time, and no turn twice', async () => {
  const courses = fc.record({ ...course, freezes: fc.constant([]) })
  await fc.assert(
    fc.asyncProperty(courses, async course => {
      const { stored, overlaps, records, expected } = await runWorkers(course)
      assert.equal(overlaps, 0)
      assert.deepEqual(stored.map(id => `model-${id}`).toSorted(), expected.toSorted())
      assert.deepEqual(records, expected)
    }),
    { numRuns: 60 },
  )
})

test('a worker that sleeps through its lease and wakes stores nothing that another has read meanwhile', async () => {
  const courses = fc.record({ ...course, freezes: fc.array(freeze, { minLength: 1, maxLength: 4 }) })
  let overlapping = 0
  await fc.assert(
    fc.asyncProperty(courses, async course => {
      const { stored, overlaps, records, expected } = await runWorkers(course)
      overlapping += overlaps
      assert.deepEqual(stored.map(id => `model-${id}`).toSorted(), expected.toSorted())
      assert.deepEqual(records, expected)
    }),
    { numRuns: 80 },
  )
  assert.ok(overlapping > 0, 'some were overtaken')
})
