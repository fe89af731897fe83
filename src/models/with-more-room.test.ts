import assert from 'node:assert/strict'
import test from 'node:test'
import { modelServer } from '../../tests/support/model-server.fixture.ts'
import type { ModelCall } from '../domain.ts'
import type { CompletionRequest } from '../seams.ts'
import { createEndpointModel } from './endpoint-model.ts'
import { withLedger } from './with-ledger.ts'
import { withMoreRoom } from './with-more-room.ts'

const request: CompletionRequest = { messages: [{ role: 'user', content: 'Which cat?' }], maxOutputTokens: 100 }

test('a model that only reasoned is asked once more with room for an answer (LLM-09)', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const calls: ModelCall[] = []
  const model = withMoreRoom(withLedger(createEndpointModel({ baseUrl, model: 'short-cap' })))
  assert.match((await model.complete({ ...request, onCall: call => calls.push(call) })).text, /Miso/)
  assert.deepEqual(
    requests.map(({ body }) => body.max_tokens),
    [100, 400],
  )
  assert.deepEqual(
    calls.map(({ failed }) => failed),
    ['model_no_answer', null],
  )
})

for (const model of ['null-content-reasoning', 'empty-content-reasoning', 'blank-content', 'unclosed-think']) {
  test(`${model}: still no answer with more room is reported as such (LLM-01, LLM-09)`, async context => {
    const { baseUrl, requests } = await modelServer(context)
    await assert.rejects(withMoreRoom(createEndpointModel({ baseUrl, model })).complete({ messages: request.messages }), {
      code: 'model_no_answer',
    })
    assert.deepEqual(
      requests.map(({ body }) => body.max_tokens),
      [undefined, 16_384],
    )
  })
}

test('nothing else is asked for again', async context => {
  const { baseUrl, requests } = await modelServer(context)
  await assert.rejects(withMoreRoom(createEndpointModel({ baseUrl, model: 'status-500' })).complete(request))
  await withMoreRoom(createEndpointModel({ baseUrl, model: 'cut-length' })).complete(request)
  await assert.rejects(withMoreRoom(createEndpointModel({ baseUrl, model: 'blank-content' }), { mostOutputTokens: 100 }).complete(request))
  assert.equal(requests.length, 3)
})
