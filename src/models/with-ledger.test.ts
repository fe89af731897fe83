import assert from 'node:assert/strict'
import test from 'node:test'
import { modelServer } from '../../tests/support/model-server.fixture.ts'
import { type ModelCall, unknownUsage } from '../domain.ts'
import type { CompletionRequest, LanguageModel } from '../seams.ts'
import { createEndpointModel } from './endpoint-model.ts'
import { withLedger } from './with-ledger.ts'

const request: CompletionRequest = { messages: [{ role: 'user', content: 'Which cat?' }] }
async function callsOf(model: LanguageModel): Promise<readonly ModelCall[]> {
  const calls: ModelCall[] = []
  await model.complete({ ...request, onCall: call => calls.push(call) }).catch(() => {})
  return calls
}

test('each request is reported with its usage, time and cost', async context => {
  const { baseUrl } = await modelServer(context)
  let time = 0
  const now = () => (time += 250)
  const prices = { input: 2, cachedInput: 0.5, output: 10 }
  const [call, ...more] = await callsOf(withLedger(createEndpointModel({ baseUrl, model: 'reasoning-reported' }), { prices, now }))
  assert.equal(more.length, 0)
  assert.equal(call?.model, 'reasoning-reported')
  assert.equal(call?.ms, 250)
  assert.equal(call?.usage.reasoningTokens, 400)
  assert.equal(call?.cost, (36 * 2 + 64 * 0.5 + 480 * 10) / 1_000_000)
  assert.deepEqual([call?.replayed, call?.failed], [false, null])
})

test('a cost is null where no prices are given or a number is not known, and needs no cached tokens where they cost the same', async context => {
  const { baseUrl } = await modelServer(context)
  const endpoint = createEndpointModel({ baseUrl, model: 'obey' })
  assert.equal((await callsOf(withLedger(endpoint)))[0]?.cost, null)
  assert.equal((await callsOf(withLedger(endpoint, { prices: { input: 1, cachedInput: 0.1, output: 1 } })))[0]?.cost, null)
  assert.equal((await callsOf(withLedger(endpoint, { prices: { input: 1, output: 1 } })))[0]?.cost, 120 / 1_000_000)
})

test('a failed request is reported with its code, and with what it took where that is known', async context => {
  const { baseUrl } = await modelServer(context)
  const [spent] = await callsOf(withLedger(createEndpointModel({ baseUrl, model: 'null-content-reasoning' })))
  assert.deepEqual([spent?.failed, spent?.usage.outputTokens], ['model_no_answer', 64])
  const [failed] = await callsOf(withLedger(createEndpointModel({ baseUrl, model: 'status-500' })))
  assert.deepEqual([failed?.failed, failed?.usage], ['model_unavailable', unknownUsage])
})

test('a model that reports its own requests is left to it', async context => {
  const { baseUrl } = await modelServer(context)
  const twice = withLedger(withLedger(createEndpointModel({ baseUrl, model: 'obey' })))
  assert.equal((await callsOf(twice)).length, 1)
})
