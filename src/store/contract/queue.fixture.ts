import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '../../domain.ts'
import type { Jobs, Lease, Store } from '../../seams.ts'
import { memoryIds, memoryOf, nextBatch, type OpenStore, putBatch, read, scope, turnOf, turnsOf, withStore } from './dialogue.fixture.ts'

const writer = 'model/1'
const term = { now: 1_000, leaseMs: 100 }

const spaceOf = (name: string): Scope => ({ tenant: 'harbour', space: name })

const claim = (store: Store, now = term.now, only: Scope | null = null): Promise<Lease | null> =>
  store.claim(writer, { now, leaseMs: term.leaseMs, scope: only })

async function claimed(store: Store, now = term.now): Promise<Lease> {
  return (await claim(store, now)) ?? assert.fail('nothing to claim')
}

async function jobOf(store: Store): Promise<Jobs> {
  const [job, ...others] = await store.jobs(writer)
  assert.deepEqual(others, [])
  return job ?? assert.fail('no jobs')
}

const draw = ({ id }: { readonly id: string }) => [memoryOf(`model-${id}`, id, { writtenBy: writer })]

/** Reads the first turns under a lease, in one batch. */
async function work(store: Store, { scope: where, fence }: Lease, dead: readonly string[] = []): Promise<boolean> {
  return putBatch(store, await nextBatch(store, { where, writer }), { where, writer, draw, dead, fence })
}

export function queueContract(open: OpenStore): void {
  test(
    'turns are due from when they are logged until the writer has read them, and again when they must be read again',
    withStore(open, async store => {
      assert.equal(await claim(store), null)
      await store.append(scope, turnsOf(4))
      await read(store)
      const lease = await claimed(store)
      assert.deepEqual([lease.scope, lease.writer], [scope, writer])
      assert.ok(await work(store, lease))
      await store.release(lease, null)
      assert.equal(await claim(store), null)
      await store.forget(scope, { type: 'turns', ids: ['a3', 'a4'] }, { dryRun: false })
      assert.equal(await claim(store), null, 'a mark past the last turn is not behind')
      await store.forget(scope, { type: 'turns', ids: ['a1'] }, { dryRun: false })
      assert.equal((await jobOf(store)).waiting, 1)
      assert.deepEqual(await read(store, { writer, draw, fence: (await claimed(store)).fence }), ['a2'])
    }),
  )

  test(
    'a space is lent to one holder at a time of a family, whatever its version, and to another once the lease has run out',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      const first = await claimed(store)
      assert.equal(await claim(store, 1_099), null)
      assert.equal(await store.claim('model/2', { ...term, scope: null }), null)
      assert.notEqual(await store.claim('other/1', { ...term, scope: null }), null)
      assert.equal((await jobOf(store)).leasedUntil, 1_100)
      assert.ok(await store.renew(first, { now: 1_090, leaseMs: 100 }))
      assert.equal(await claim(store, 1_189), null)

      const second = await claimed(store, 1_190)
      assert.ok(second.fence > first.fence)
      assert.equal(await store.renew(first, term), false)
      await store.release(first, { reason: 'late', retryAt: 9_000 })
      assert.deepEqual(await jobOf(store), {
        scope,
        waiting: 2,
        leasedUntil: 1_290,
        attempts: 0,
        retryAt: null,
        reason: null,
        dead: [],
      })
    }),
  )

  test(
    'under a lease that another has taken, or that was given back, nothing at all is stored',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      const first = await claimed(store)
      const second = await claimed(store, 2_000)
      assert.equal(await work(store, first, ['a1']), false)
      assert.deepEqual([(await jobOf(store)).dead, await memoryIds(store)], [[], []])
      await store.release(second, null)
      assert.equal(await work(store, second), false)
      assert.equal((await jobOf(store)).waiting, 2)
      const third = await claimed(store, 2_000)
      assert.ok(await work(store, third))
      assert.deepEqual(await memoryIds(store), ['model-a1', 'model-a2'])
    }),
  )

  test(
    'a lease that has run out but that nobody has taken still holds',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      const lease = await claimed(store)
      assert.ok(await store.renew(lease, { now: 5_000, leaseMs: 100 }))
      assert.ok(await work(store, lease))
    }),
  )

  test(
    'who works on a space when something of it is forgotten loses the lease: neither what it read is stored nor why it failed',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      const lease = await claimed(store)
      const { fence } = lease
      const batch = await nextBatch(store, { writer })
      await store.forget(scope, { type: 'turns', ids: ['a2'] }, { dryRun: false })
      assert.equal(await putBatch(store, batch, { writer, draw, fence, dead: ['a1'] }), false)
      assert.deepEqual([(await jobOf(store)).dead, await memoryIds(store)], [[], []])
      assert.equal(await store.renew(lease, term), false)
      await store.release(lease, { reason: 'The model said: heron', retryAt: 9_000 })
      const { attempts, reason, leasedUntil } = await jobOf(store)
      assert.deepEqual([attempts, reason, leasedUntil], [0, null, null])
      assert.ok(await work(store, await claimed(store)))
    }),
  )

  test(
    'spaces take turns: the one that has waited longest comes first',
    withStore(open, async store => {
      for (const name of ['c', 'a', 'b']) await store.append(spaceOf(name), turnsOf(3))
      const order: string[] = []
      for (let now = 0; now < 9; now++) {
        const lease = await claimed(store, now)
        order.push(lease.scope.space)
        await store.release(lease, null)
      }
      assert.deepEqual(new Set(order.slice(0, 3)), new Set(['a', 'b', 'c']))
      assert.deepEqual(order, [...order.slice(0, 3), ...order.slice(0, 3), ...order.slice(0, 3)])
      assert.deepEqual((await claim(store, 9, spaceOf('b')))?.scope, spaceOf('b'))
      assert.equal(await claim(store, 9, spaceOf('b')), null)
      assert.equal(await claim(store, 9, spaceOf('nowhere')), null)
    }),
  )

  test(
    'what is due is told of one tenant alone, or of all',
    withStore(open, async store => {
      for (const tenant of ['ana', 'Ana']) for (const space of ['b', 'a']) await store.append({ tenant, space }, turnsOf(1))
      const told = async (tenant?: string): Promise<readonly string[]> =>
        (await store.jobs(writer, tenant)).map(({ scope: { tenant, space } }) => `${tenant}/${space}`)
      assert.deepEqual(await told(), ['Ana/a', 'Ana/b', 'ana/a', 'ana/b'])
      assert.deepEqual(await told('ana'), ['ana/a', 'ana/b'])
      assert.deepEqual(await told("ana' OR 1=1 --"), [])
    }),
  )

  test(
    'failures are counted, hold the space back until its time, and are forgotten when something is stored',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      await store.release(await claimed(store), { reason: 'No server.', retryAt: 2_000 })
      await store.release(await claimed(store, 2_000), { reason: 'Still no server.', retryAt: 4_000 })
      assert.equal(await claim(store, 3_999), null)
      const failed = { scope, waiting: 2, leasedUntil: null, attempts: 2, retryAt: 4_000, reason: 'Still no server.', dead: [] }
      assert.deepEqual(await jobOf(store), failed)
      const lease = await claimed(store, 4_000)
      assert.ok(await work(store, lease))
      await store.release(lease, null)
      assert.deepEqual(await store.jobs(writer), [])
    }),
  )

  test(
    'a dead letter counts as read, leaves the records of others and goes when its turn is read after all',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      await read(store)
      await work(store, await claimed(store), ['a2'])
      assert.deepEqual(await memoryIds(store), ['model-a1', 'm-a1', 'm-a2', 'model-a3', 'm-a3'])
      const { waiting, dead } = await jobOf(store)
      assert.deepEqual([waiting, dead], [0, [{ turnId: 'a2', reason: 'Nothing came of a1 a2' }]])
      assert.deepEqual(await store.jobs('rule/1'), [])
      await read(store, { writer: 'model/2', draw: () => [] })
      assert.deepEqual((await jobOf(store)).dead, [])
    }),
  )

  test(
    'a dead letter must be of a turn that was read',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      const { upTo, revision } = await nextBatch(store, { writer })
      const derived = { writer, turnIds: ['a1'], upTo, revision, memories: [], fence: null, dead: [{ turnId: 'a2', reason: 'none' }] }
      await assert.rejects(store.put(scope, derived), { code: 'bad_input', field: 'dead' })
    }),
  )

  test(
    'dead letters are read again when they are retried, all or some, and at once',
    withStore(open, async store => {
      await store.append(scope, turnsOf(4))
      const lease = await claimed(store)
      await work(store, lease, ['a1', 'a2', 'a4'])
      await store.release(lease, { reason: 'No server.', retryAt: 9_000 })
      assert.equal(await store.retry(scope, { writer, turnIds: ['a2', 'a3', 'nobody'] }), 1)
      const { waiting, attempts, retryAt, reason, dead } = await jobOf(store)
      assert.deepEqual([waiting, attempts, retryAt, reason, dead.map(({ turnId }) => turnId)], [1, 0, null, null, ['a1', 'a4']])
      assert.equal(await store.retry(scope, { writer: 'model', turnIds: null }), 2)
      assert.deepEqual(await read(store, { writer, draw, fence: (await claimed(store)).fence }), ['a1', 'a2', 'a4'])
      assert.equal(await store.retry(scope, { writer, turnIds: null }), 0)
    }),
  )

  test(
    'dead letters that are dropped are not read again',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      await work(store, await claimed(store), ['a1', 'a2', 'a3'])
      assert.equal(await store.drop(scope, { writer: 'other', turnIds: null }), 0)
      assert.equal(await store.drop(scope, { writer, turnIds: ['a2'] }), 1)
      assert.equal(await store.drop(scope, { writer, turnIds: null }), 2)
      assert.equal((await jobOf(store)).waiting, 0)
      for (const change of ['retry', 'drop'] as const)
        await assert.rejects(store[change](spaceOf('nowhere'), { writer, turnIds: null }), { code: 'unknown_space' })
    }),
  )

  test(
    'forgetting counts dead letters and has those nearby read again: their reasons may quote what is forgotten',
    withStore(open, async store => {
      await store.append(scope, turnsOf(20))
      await read(store)
      const lease = await claimed(store)
      await work(store, lease, ['a2', 'a5', 'a20'])
      await store.release(lease, { reason: 'The model said: heron', retryAt: 2_000 })
      const receipt = await store.forget(scope, { type: 'turns', ids: ['a2'] }, { dryRun: false })
      assert.equal(receipt.jobs, 1)
      const near = await jobOf(store)
      assert.deepEqual([near.reason, near.retryAt, near.waiting], [null, 2_000, 8])
      assert.deepEqual(
        near.dead.map(({ turnId }) => turnId),
        ['a20'],
      )
      await read(store)
      await store.forget(scope, { type: 'memories', ids: ['m-a19'] }, { dryRun: false })
      const { waiting, dead } = await jobOf(store)
      assert.deepEqual([waiting, dead], [9, []])
    }),
  )

  test(
    'a space forgotten whole leaves no lease: one of its name is free, and nothing is stored in it under an old one',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      let old = await claimed(store)
      for (let now = 2_000; now < 9_000; now += 1_000) old = await claimed(store, now)
      await store.forget(scope, { type: 'all' }, { dryRun: false })
      assert.equal(await store.renew(old, term), false)
      assert.deepEqual(await store.jobs(writer), [])
      await store.append(scope, [turnOf('b1')])
      const anew = await claimed(store)
      assert.ok(anew.fence > old.fence)
      assert.equal(await work(store, old), false)
      assert.ok(await work(store, anew))
    }),
  )

  test(
    'a reader takes as many turns at a time as it wants',
    withStore(open, async store => {
      await store.append(scope, turnsOf(5))
      const sizes: number[] = []
      for await (const batch of store.unread(scope, { id: writer, context: 3, batch: 2 })) {
        sizes.push(batch.turns.length)
        await putBatch(store, batch, { writer, draw })
      }
      assert.deepEqual(sizes, [2, 2, 1])
      assert.throws(() => store.unread(scope, { id: writer, context: 3, batch: 0 }), { code: 'bad_input', field: 'batch' })
    }),
  )
}
