import assert from 'node:assert/strict'
import test from 'node:test'
import { testClock } from '../../tests/support/model-server.fixture.ts'
import { unknownUsage } from '../domain.ts'
import type { CompletionRequest, LanguageModel } from '../seams.ts'
import { withLimits } from './with-limits.ts'

const request: CompletionRequest = { messages: [{ role: 'user', content: 'Which cat?' }] }
const answer = { text: 'Miso.', finish: 'stop', usage: unknownUsage } as const
const turn = () => new Promise(resolve => setImmediate(resolve))

test('no more requests run at a time than allowed', async () => {
  let running = 0
  let most = 0
  const model: LanguageModel = {
    id: 'm',
    async complete() {
      most = Math.max(most, ++running)
      await turn()
      running--
      return answer
    },
  }
  const limited = withLimits(model, { concurrency: 3 })
  await Promise.all(Array.from({ length: 20 }, () => limited.complete(request)))
  assert.equal(most, 3)
})

test('no minute holds more requests than allowed', async () => {
  const { wait, now } = testClock()
  const sent: number[] = []
  const model: LanguageModel = {
    id: 'm',
    async complete() {
      sent.push(now())
      return answer
    },
  }
  const limited = withLimits(model, { concurrency: 8, requestsPerMinute: 2, wait, now })
  await Promise.all(Array.from({ length: 5 }, () => limited.complete(request)))
  assert.deepEqual(sent, [0, 0, 60_000, 60_000, 120_000])
})

test('a request that waits for its turn can be stopped, and is then never sent', async () => {
  let asked = 0
  const model: LanguageModel = {
    id: 'm',
    complete() {
      asked++
      return new Promise(() => {})
    },
  }
  const limited = withLimits(model, { concurrency: 1 })
  const stop = new AbortController()
  limited.complete(request).catch(() => {})
  const waiting = limited.complete({ ...request, signal: stop.signal })
  await turn()
  stop.abort()
  await assert.rejects(waiting, { code: 'cancelled' })
  assert.equal(asked, 1)
})

test('a request that waits for the next minute can be stopped, and holds up nobody', async () => {
  const stop = new AbortController()
  let time = 0
  const wait = async (ms: number) => {
    if (stop.signal.aborted) time += ms
    else stop.abort()
  }
  const model: LanguageModel = { id: 'm', complete: async () => answer }
  const limited = withLimits(model, { requestsPerMinute: 1, wait, now: () => time })
  await limited.complete(request)
  const stopped = limited.complete({ ...request, signal: stop.signal })
  const next = limited.complete(request)
  await assert.rejects(stopped, { code: 'cancelled' })
  assert.equal((await next).text, 'Miso.')
})
