import assert from 'node:assert/strict'
import test from 'node:test'
import type { Scope } from '../src/domain.ts'
import { EngramError } from '../src/errors.ts'
import type { BackgroundWriter, LogBatch, Store } from '../src/seams.ts'
import { memoryIds, memoryOf, scope, turnsOf } from '../src/store/contract/dialogue.fixture.ts'
import { openMemoryStore } from '../src/store/memory/memory-store.ts'
import { createWorker, type Worker, type WorkOptions } from '../src/work.ts'
import { createVirtualTime, type VirtualTime } from './support/virtual-time.ts'

type Write = BackgroundWriter['write']
type Turns = LogBatch['turns']

const idsOf = (turns: Turns): readonly string[] => turns.map(({ turn }) => turn.id)
const recordsOf = (turns: Turns) => turns.map(({ turn }) => memoryOf(`model-${turn.id}`, turn.id, { writtenBy: 'model/1' }))
const writeAll: Write = async turns => ({ memories: recordsOf(turns), failed: [] })

interface Workplace {
  readonly store: Store
  readonly time: VirtualTime
  readonly worker: Worker
  /** What the writer was given, call by call. */
  readonly calls: readonly (readonly string[])[]
  readonly prepared: readonly Scope[]
  work(options?: WorkOptions): Promise<void>
}

function workplace(write: Write, { batch = 4, store = openMemoryStore() } = {}): Workplace {
  const time = createVirtualTime()
  const calls: (readonly string[])[] = []
  const prepared: Scope[] = []
  const writer: BackgroundWriter = {
    id: 'model/1',
    context: 2,
    batch,
    write(turns, signal) {
      calls.push(idsOf(turns))
      return write(turns, signal)
    },
  }
  const prepare = async (where: Scope): Promise<void> => {
    prepared.push(where)
  }
  const worker = createWorker({ store, writer, prepare, now: time.now, wait: time.wait, random: () => 0.5 })
  return { store, time, worker, calls, prepared, work: options => time.run(worker.work(options)) }
}

/** Fails for batches with one of these turns. */
const failingFor =
  (error: Error, ...ids: readonly string[]): Write =>
  async turns => {
    if (idsOf(turns).some(id => ids.includes(id))) throw error
    return writeAll(turns)
  }

test('what is due is read in batches, space by space in turn, and made ready to be recalled', async () => {
  const { store, work, calls, prepared } = workplace(writeAll)
  const other = { tenant: 'lighthouse', space: 'logbook' }
  await store.append(scope, turnsOf(6))
  await store.append(other, turnsOf(5, 'b'))
  const stored: unknown[] = []
  await work({ onTurns: batch => stored.push(batch) })
  assert.deepEqual(calls.map(ids => ids[0]).toSorted(), ['a1', 'a5', 'b1', 'b5'])
  assert.notEqual(calls[0]?.[0]?.[0], calls[1]?.[0]?.[0], 'they take turns')
  assert.equal(prepared.length, 4)
  assert.equal(stored.length, 4)
  assert.deepEqual(await store.jobs('model/1'), [])
  assert.equal((await memoryIds(store)).length, 6)
  await work()
  assert.equal(calls.length, 4, 'nothing is read twice')
})

test('one space only, where it is asked for', async () => {
  const { store, work } = workplace(writeAll)
  const other = { tenant: 'harbour', space: 'other' }
  for (const where of [scope, other]) await store.append(where, turnsOf(2))
  await work({ scope: other })
  assert.deepEqual(
    (await store.jobs('model/1')).map(job => [job.scope, job.waiting]),
    [[scope, 2]],
  )
})

test('turns that the writer could not read are given up at once, and their batch is stored', async () => {
  const { store, work, calls } = workplace(async turns => ({
    memories: recordsOf(turns.filter(({ turn }) => turn.id !== 'a2')),
    failed: turns.flatMap(({ turn }) => (turn.id === 'a2' ? [{ turnId: 'a2', reason: 'No JSON.' }] : [])),
  }))
  await store.append(scope, turnsOf(5))
  const dead: number[] = []
  await work({ onTurns: batch => dead.push(batch.dead) })
  assert.deepEqual([calls.length, dead], [2, [1, 0]])
  const [job] = await store.jobs('model/1')
  assert.deepEqual([job?.waiting, job?.dead], [0, [{ turnId: 'a2', reason: 'No JSON.' }]])
})

test('a batch that fails is read turn by turn; the turn that fails three times is given up, and only that', async () => {
  const { store, work, calls } = workplace(failingFor(new EngramError('model_no_answer', 'Only reasoning.'), 'a2'))
  await store.append(scope, turnsOf(6))
  await work()
  assert.deepEqual(calls, [['a1', 'a2', 'a3', 'a4'], ['a1'], ['a2'], ['a2'], ['a2'], ['a3'], ['a4'], ['a5', 'a6']])
  const [job] = await store.jobs('model/1')
  assert.deepEqual(job?.dead, [{ turnId: 'a2', reason: 'Only reasoning.' }])
  assert.deepEqual(
    await memoryIds(store),
    ['a1', 'a3', 'a4', 'a5', 'a6'].map(id => `model-${id}`),
  )
})

test('a turn that fails once or twice is not given up', async () => {
  let failures = 0
  const { store, work } = workplace(async turns => {
    if (idsOf(turns).includes('a2') && failures++ < 3) throw new TypeError('a slip')
    return writeAll(turns)
  })
  await store.append(scope, turnsOf(4))
  await work()
  assert.deepEqual(await store.jobs('model/1'), [])
})

test('while the endpoint is down it pauses, longer each time, leaves other spaces alone, and then goes on', async () => {
  let up = false
  const { store, time, worker, calls } = workplace(async turns => {
    if (up) return writeAll(turns)
    throw new EngramError('model_unavailable', 'Connection refused.')
  })
  for (const name of ['one', 'two', 'three']) await store.append({ tenant: 'harbour', space: name }, turnsOf(3))
  const pauses: { readonly reason: string; readonly until: number; readonly ms: number; readonly calls: number }[] = []
  const onPause = ({ reason, until }: { readonly reason: string; readonly until: number }): void => {
    pauses.push({ reason, until, ms: until - time.now(), calls: calls.length })
    up = pauses.length === 9
  }
  const jobs = async () => (await store.jobs('model/1')).map(({ waiting, attempts, reason }) => [waiting, attempts, reason])
  const working = worker.work({ onPause })
  await time.run(time.wait(1))
  assert.deepEqual((await jobs()).toSorted(), [
    [3, 0, null],
    [3, 0, null],
    [3, 1, 'Connection refused.'],
  ])
  await time.run(working)
  assert.deepEqual(
    pauses.map(({ ms }) => ms),
    [750, 1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000, 45_000],
  )
  assert.deepEqual(
    pauses.map(pause => pause.calls),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
    'one call a pause, of whatever space',
  )
  assert.equal(pauses[0]?.reason, 'Connection refused.')
  assert.deepEqual(await jobs(), [])
  assert.equal(calls.length, 9 + 3)
})

test('an endpoint that goes down in the middle of a batch costs nothing that was stored of it', async () => {
  let down = 0
  const { store, work, calls } = workplace(async turns => {
    if (turns.length > 1) throw new EngramError('model_no_answer', 'Too many at once.')
    if (idsOf(turns)[0] === 'a3' && down++ < 2) throw new EngramError('model_timeout', 'Too slow.')
    return writeAll(turns)
  })
  await store.append(scope, turnsOf(4))
  await work()
  assert.equal(calls.filter(([first, second]) => first === 'a1' && second === undefined).length, 1)
  assert.deepEqual(await store.jobs('model/1'), [])
})

for (const code of ['model_rejected', 'not_recorded'] as const) {
  test(`${code} stops the worker and is thrown; everything stays due, and at once`, async () => {
    const { store, work, calls } = workplace(failingFor(new EngramError(code, 'Not so.'), 'a1'))
    await store.append(scope, turnsOf(5))
    await assert.rejects(work({ follow: true }), { code })
    assert.equal(calls.length, 1)
    const [job] = await store.jobs('model/1')
    assert.deepEqual([job?.waiting, job?.leasedUntil, job?.attempts, job?.dead], [5, null, 0, []])
  })
}

test('aborted, it stops at once even where the writer does not, gives the space back and loses nothing', async () => {
  const { store, time, worker, prepared } = workplace(async turns => {
    await time.wait(5_000)
    return writeAll(turns)
  })
  await store.append(scope, turnsOf(5))
  const stop = new AbortController()
  const working = worker.work({ signal: stop.signal })
  const stopped = assert.rejects(working, { code: 'cancelled' })
  await time.run(time.wait(1_000))
  stop.abort()
  await time.run(stopped)
  assert.equal(time.now(), 1_000)
  const due = async () => (await store.jobs('model/1')).map(({ waiting, leasedUntil, attempts }) => [waiting, leasedUntil, attempts])
  assert.deepEqual(await due(), [[5, null, 0]])
  await time.run(time.wait(10_000))
  assert.deepEqual([await due(), prepared], [[[5, null, 0]], []], 'what the writer says afterwards is not stored')
})

test('aborted before it begins, or while it pauses or waits for more, it stops at once', async () => {
  const { store, time, worker, calls } = workplace(failingFor(new EngramError('model_unavailable', 'Gone.'), 'a1'))
  await assert.rejects(worker.work({ signal: AbortSignal.abort() }), { code: 'cancelled' })
  for (const turns of [[], turnsOf(1)]) {
    await store.append(scope, turns)
    const stop = new AbortController()
    const stopped = assert.rejects(worker.work({ signal: stop.signal, follow: true }), { code: 'cancelled' })
    await time.run(time.wait(100))
    stop.abort()
    await time.run(stopped)
  }
  assert.equal(calls.length, 1)
})

test('following, it reads what is logged later', async () => {
  const { store, time, worker } = workplace(writeAll)
  const stop = new AbortController()
  const stopped = assert.rejects(worker.work({ follow: true, signal: stop.signal }), { code: 'cancelled' })
  for (const prefix of ['a', 'b']) {
    await store.append(scope, turnsOf(3, prefix))
    await time.run(time.wait(5_000))
  }
  assert.equal((await memoryIds(store)).length, 6)
  stop.abort()
  await time.run(stopped)
})

test('until all is read, it waits for what another holds, and takes it over where that one has died', async () => {
  const { store, time, work } = workplace(writeAll)
  await store.append(scope, turnsOf(3))
  await store.claim('model/1', { now: time.now(), leaseMs: 30_000, scope })
  await work()
  assert.deepEqual(await memoryIds(store), [], 'without being told to, it does not wait')
  await work({ scope: { ...scope, space: 'another' }, untilRead: true })
  assert.deepEqual(await memoryIds(store), [], 'nor for another space than its own')
  await work({ scope, untilRead: true })
  assert.equal((await memoryIds(store)).length, 3)
})

test('a batch that takes many times as long as a lease is kept by its heartbeat', async () => {
  const { store, time, worker, calls } = workplace(async turns => {
    await time.wait(1_000_000)
    return writeAll(turns)
  })
  await store.append(scope, turnsOf(3))
  await time.run(Promise.all([worker.work(), time.wait(500_000).then(() => worker.work())]))
  assert.deepEqual(calls, [['a1', 'a2', 'a3']])
})

test('a lost lease stops its batch at once, and the worker goes on with what is due', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const { store, time, worker, calls } = workplace(async (turns, signal) => {
    signals.push(signal)
    if (signals.length === 1) await time.wait(200_000)
    return writeAll(turns)
  })
  const other = { tenant: 'harbour', space: 'other' }
  await store.append(scope, turnsOf(3))
  const working = worker.work()
  await time.run(time.wait(10_000))
  await store.append(other, turnsOf(2, 'b'))
  // As if this worker had slept: another takes the space.
  const taken = await store.claim('model/1', { now: time.now() + 80_000, leaseMs: 50_000, scope })
  assert.notEqual(taken, null)
  await time.run(working)
  assert.equal(signals[0]?.aborted, true)
  assert.ok(time.now() < 30_000)
  assert.deepEqual(calls, [
    ['a1', 'a2', 'a3'],
    ['b1', 'b2'],
  ])
  await time.run(time.wait(300_000))
  assert.deepEqual(await memoryIds(store), [], 'what the writer says too late is not stored')
})

test('a batch of which a turn is forgotten meanwhile is read again without it', async () => {
  const { store, time, worker, calls } = workplace(async turns => {
    await time.wait(100)
    return writeAll(turns)
  })
  await store.append(scope, turnsOf(3))
  const working = worker.work()
  await time.run(time.wait(50))
  await store.forget(scope, { type: 'turns', ids: ['a2'] }, { dryRun: false })
  await time.run(working)
  assert.deepEqual(calls, [
    ['a1', 'a2', 'a3'],
    ['a1', 'a3'],
  ])
  assert.deepEqual(await memoryIds(store), ['model-a1', 'model-a3'])
})

test('a space that can not be prepared for now is tried later, and its records stay', async () => {
  const store = openMemoryStore()
  const time = createVirtualTime()
  let tries = 0
  const prepare = async (): Promise<void> => {
    if (tries++ === 0) throw new EngramError('model_unavailable', 'The embedder is down.')
  }
  const writer = { id: 'model/1', context: 2, batch: 2, write: writeAll }
  const worker = createWorker({ store, writer, prepare, now: time.now, wait: time.wait, random: () => 0 })
  await store.append(scope, turnsOf(4))
  await time.run(worker.work())
  assert.equal(tries, 2)
  assert.deepEqual(await store.jobs('model/1'), [])
})
