import assert from 'node:assert/strict'
import test from 'node:test'
import { type ModelServer, modelServer } from '../../tests/support/model-server.fixture.ts'
import type { CompletionRequest, LanguageModel } from '../seams.ts'
import { createEndpointModel } from './endpoint-model.ts'
import { withRetry } from './with-retry.ts'
import { withTimeout } from './with-timeout.ts'

const request: CompletionRequest = { messages: [{ role: 'user', content: 'Which cat?' }] }
const causeName = (error: unknown): unknown => (error instanceof Error && error.cause instanceof Error ? error.cause.name : null)
async function closed({ open }: ModelServer): Promise<void> {
  while (open() > 0) await new Promise(resolve => setTimeout(resolve, 5))
}

for (const model of ['stall', 'headers-then-silence', 'byte-now-and-then']) {
  test(`${model}: the limit ends it, with or without a signal, and closes the connection (NET-02)`, async context => {
    const server = await modelServer(context)
    const limited = withTimeout(createEndpointModel({ baseUrl: server.baseUrl, model }), { timeoutMs: 60 })
    for (const signal of [undefined, new AbortController().signal]) {
      await assert.rejects(limited.complete({ ...request, signal }), error => {
        assert.equal((error as { code?: string }).code, 'model_timeout')
        assert.equal(causeName(error), 'TimeoutError')
        return true
      })
    }
    await closed(server)
  })

  test(`${model}: stopping it ends it before the limit, as cancelled, and closes the connection (NET-02)`, async context => {
    const server = await modelServer(context)
    for (const limited of [
      createEndpointModel({ baseUrl: server.baseUrl, model }),
      withTimeout(createEndpointModel({ baseUrl: server.baseUrl, model })),
    ]) {
      const stop = new AbortController()
      const sent = server.requests.length
      const answer = limited.complete({ ...request, signal: stop.signal, onText() {} })
      answer.catch(() => {})
      while (server.requests.length === sent) await new Promise(resolve => setTimeout(resolve, 5))
      stop.abort()
      await assert.rejects(answer, error => {
        assert.equal((error as { code?: string }).code, 'cancelled')
        assert.equal(causeName(error), 'AbortError')
        return true
      })
    }
    await closed(server)
  })
}

test("a caller's own time limit is one too, and is not tried again", async context => {
  const { baseUrl, requests } = await modelServer(context)
  const model = withRetry(withTimeout(createEndpointModel({ baseUrl, model: 'stall' })))
  await assert.rejects(model.complete({ ...request, signal: AbortSignal.timeout(40) }), { code: 'model_timeout' })
  assert.ok(requests.length <= 1)
})

test('a request that ran into the limit is tried once more', async () => {
  let asked = 0
  const deaf: LanguageModel = {
    id: 'deaf',
    complete() {
      asked++
      return new Promise(() => {})
    },
  }
  await assert.rejects(withRetry(withTimeout(deaf, { timeoutMs: 10 }), { minDelayMs: 1 }).complete(request), { code: 'model_timeout' })
  assert.equal(asked, 2)
})

test('a model that does not heed its signal is left behind', async () => {
  const deaf = withTimeout({ id: 'deaf', complete: () => new Promise(() => {}) }, { timeoutMs: 10 })
  await assert.rejects(deaf.complete(request), { code: 'model_timeout' })
})

test('a signal that is aborted already sends nothing', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const model = withTimeout(createEndpointModel({ baseUrl, model: 'obey' }))
  await assert.rejects(model.complete({ ...request, signal: AbortSignal.abort() }), { code: 'cancelled' })
  assert.equal(requests.length, 0)
})
