import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { type OpenEngram, openEngram, type Store, type TurnInput } from '../src/index.ts'
import { createEndpointModel, withLimits, withRetry, withTimeout } from '../src/models.ts'
import { openMemoryStore } from '../src/testing.ts'
import { modelServer, type SentMessage } from './support/model-server.fixture.ts'

// What a failing endpoint does to the records: nothing is lost, nothing done twice, nothing written after a stop.

const scope = { tenant: 'test', space: 'trees' }
const turns: readonly TurnInput[] = Array.from({ length: 50 }, (_, index) => ({
  id: `t${index}`,
  speaker: 'Ana',
  at: '2024-05-01',
  text: `I planted ${index + 10} oaks behind the barn.`,
}))

function reply(messages: readonly SentMessage[]): string {
  const asked = messages.at(-1)?.content ?? ''
  const shown = [...(asked.split('<turns>')[1] ?? '').matchAll(/"turn":(\d+),.*?"text":"([^"]*)"/g)]
  return JSON.stringify({
    records: shown.map(([, turn, text = '']) => ({
      turn: Number(turn),
      kind: 'episodic',
      claim: text.replace('I planted', 'Ana planted'),
      quote: text,
      date: '',
      title: '',
      steps: [],
    })),
  })
}

async function start(context: TestContext): Promise<{ readonly store: Store; readonly openWith: (model: string) => Promise<OpenEngram> }> {
  const server = await modelServer(context, { reply })
  const store = openMemoryStore()
  return {
    store,
    async openWith(model) {
      const endpoint = withTimeout(createEndpointModel({ baseUrl: server.baseUrl, model }), { timeoutMs: 60_000 })
      const extraction = { model: withRetry(withLimits(endpoint, { concurrency: 4 }), { retries: 3, minDelayMs: 1, maxDelayMs: 5_000 }) }
      return openEngram({ store, extraction })
    },
  }
}

const writtenByModels = async (memory: OpenEngram): Promise<number> =>
  (await memory.space(scope).memories()).filter(({ writtenBy }) => writtenBy.startsWith('model/')).length

test('50 turns through a server that asks to wait, fails and recovers: each is read once (NET-01)', async context => {
  const { openWith } = await start(context)
  const memory = await openWith('retry-after-ms+status-503+obey+reset+obey')
  await memory.space(scope).remember(turns)
  const report = await memory.work()
  assert.deepEqual([report.turns, report.dead, await writtenByModels(memory)], [50, 0, 50])
})

test('a server that never recovers leaves what is done in place, and the rest due for the next one (NET-01)', async context => {
  const { openWith } = await start(context)
  const failing = await openWith('obey+status-429')
  await failing.space(scope).remember(turns)
  const stop = new AbortController()
  const reasons: string[] = []
  await assert.rejects(
    failing.work({
      signal: stop.signal,
      onPause({ reason }) {
        reasons.push(reason)
        stop.abort()
      },
    }),
    { code: 'cancelled' },
  )
  assert.match(reasons[0] ?? '', /obey\+status-429 at 127\.0\.0\.1:\d+.*429/)
  const [jobs] = await failing.jobs()
  assert.ok(jobs !== undefined && jobs.waiting > 0 && jobs.waiting < 50)
  assert.equal(await writtenByModels(failing), 50 - jobs.waiting)
  const next = await openWith('obey')
  await next.retry(scope)
  assert.equal((await next.work()).turns, jobs.waiting)
  assert.equal(await writtenByModels(next), 50)
})

test('a wrong key stops the work at once, with everything still due and one request paid (NET-01)', async context => {
  const { openWith } = await start(context)
  const memory = await openWith('status-401')
  await memory.space(scope).remember(turns)
  await assert.rejects(memory.work(), { code: 'model_rejected' })
  assert.deepEqual(
    (await memory.jobs()).map(({ waiting, dead }) => [waiting, dead.length]),
    [[50, 0]],
  )
})

test('after a stop nothing more is written, whatever the server still sends (NET-02)', async context => {
  const { openWith, store } = await start(context)
  const memory = await openWith('slow')
  await memory.space(scope).remember(turns)
  const stop = new AbortController()
  const working = memory.work({ signal: stop.signal, onTurns: () => stop.abort() })
  await assert.rejects(working, { code: 'cancelled' })
  const { revision } = await store.changes(scope, 0)
  await new Promise(resolve => setTimeout(resolve, 100))
  assert.equal((await store.changes(scope, 0)).revision, revision)
})
