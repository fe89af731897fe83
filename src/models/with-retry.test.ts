import assert from 'node:assert/strict'
import test from 'node:test'
import { modelServer, testClock } from '../../tests/support/model-server.fixture.ts'
import type { ModelCall } from '../domain.ts'
import { EngramError } from '../errors.ts'
import type { CompletionRequest, LanguageModel } from '../seams.ts'
import { createEndpointModel } from './endpoint-model.ts'
import { withLedger } from './with-ledger.ts'
import { withRetry } from './with-retry.ts'

const request: CompletionRequest = { messages: [{ role: 'user', content: 'Which cat?' }] }
const steady = () => 0

test('waits as long as it is asked to, in seconds, by date or in milliseconds, then as long as it sees fit (NET-01)', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const { wait, now, waits } = testClock()
  const model = createEndpointModel({ baseUrl, model: 'retry-after-seconds+retry-after-date+retry-after-ms+status-503+obey' })
  const { text } = await withRetry(model, { wait, now, random: steady }).complete(request)
  assert.match(text, /Miso/)
  assert.equal(requests.length, 5)
  assert.deepEqual(waits, [2000, 3000, 150, 2000])
})

test('waits vary, and are never shorter than asked', async context => {
  const { baseUrl } = await modelServer(context)
  const { wait, now, waits } = testClock()
  await withRetry(createEndpointModel({ baseUrl, model: 'retry-after-seconds+status-500+obey' }), { wait, now, random: () => 1 }).complete(
    request,
  )
  assert.deepEqual(waits, [2500, 1000])
})

for (const model of ['status-400', 'status-401', 'status-404', 'status-422', 'quota', 'no-retry', 'retry-after-hour', 'blank-content']) {
  test(`${model} is not tried again (NET-01)`, async context => {
    const { baseUrl, requests } = await modelServer(context)
    const { wait, now } = testClock()
    await assert.rejects(withRetry(createEndpointModel({ baseUrl, model: `${model}+obey` }), { wait, now }).complete(request))
    assert.equal(requests.length, 1)
  })
}

test('gives up with the last error after all attempts, each in the ledger (NET-01)', async context => {
  const { baseUrl, host, requests } = await modelServer(context)
  const { wait, now } = testClock()
  const calls: ModelCall[] = []
  const model = withRetry(withLedger(createEndpointModel({ baseUrl, model: 'status-429', apiKey: 'very-secret-key' })), {
    retries: 2,
    wait,
    now,
  })
  await assert.rejects(model.complete({ ...request, onCall: call => calls.push(call) }), error => {
    assert.ok(error instanceof EngramError)
    assert.ok(error.message.includes(host) && error.message.includes('429') && !error.message.includes('very-secret'))
    return true
  })
  assert.equal(requests.length, 3)
  assert.deepEqual(
    calls.map(({ failed }) => failed),
    ['model_unavailable', 'model_unavailable', 'model_unavailable'],
  )
})

test('what one request was told holds for all of them: they wait together (NET-01)', async () => {
  const { wait, now, waits } = testClock()
  const sent: number[] = []
  let failures = 0
  const model: LanguageModel = {
    id: 'm',
    async complete() {
      sent.push(now())
      await Promise.resolve()
      if (failures++ === 0) throw new EngramError('model_unavailable', 'Busy.')
      return { text: 'fine', finish: 'stop', usage: (await import('../domain.ts')).unknownUsage }
    },
  }
  const retried = withRetry(model, { wait, now, random: () => 1, minDelayMs: 1000 })
  await retried.complete(request).catch(() => {})
  failures = 0
  const first = retried.complete(request)
  await new Promise(resolve => setImmediate(resolve))
  await Promise.all([first, retried.complete(request), retried.complete(request)])
  assert.equal(sent[1], 1000)
  assert.equal(sent.filter(at => at < 2000 && at > 1000).length, 0)
  assert.deepEqual(waits.slice(0, 2), [1000, 1000])
})

test('an answer that has begun to be shown is not asked for again', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const { wait, now } = testClock()
  const model = withRetry(createEndpointModel({ baseUrl, model: 'error-in-stream+obey' }), { wait, now })
  let shown = ''
  await assert.rejects(
    model.complete({
      ...request,
      onText: text => {
        shown += text
      },
    }),
    { code: 'model_unavailable' },
  )
  assert.equal(shown, 'Ana has a')
  assert.equal(requests.length, 1)
})

test('a request that is stopped while it waits ends at once, as cancelled', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const stop = new AbortController()
  const wait = async () => stop.abort()
  const model = withRetry(createEndpointModel({ baseUrl, model: 'status-503+obey' }), { wait, now: () => 0 })
  await assert.rejects(model.complete({ ...request, signal: stop.signal }), { code: 'cancelled' })
  assert.equal(requests.length, 1)
})

test('a connection that breaks, and a server that is not there, are tried again', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const { wait, now, waits } = testClock()
  assert.match((await withRetry(createEndpointModel({ baseUrl, model: 'reset+obey' }), { wait, now }).complete(request)).text, /Miso/)
  assert.equal(requests.length, 2)
  const nobody = createEndpointModel({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm' })
  await assert.rejects(withRetry(nobody, { retries: 1, wait, now }).complete(request), { code: 'model_unavailable' })
  assert.equal(waits.length, 2)
})
