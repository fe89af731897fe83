import assert from 'node:assert/strict'
import test from 'node:test'
import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider'
import type { CompletionRequest } from '../seams.ts'
import type { AiSdkCall, AiSdkModel } from './ai-sdk-model.ts'
import { fromAiSdk } from './from-ai-sdk.ts'

const request: CompletionRequest = { messages: [{ role: 'user', content: 'Which cat has Ana?' }], effort: 'high' }
const content = [
  { type: 'reasoning', text: 'She has a cat.' },
  { type: 'text', text: 'Miso.' },
]
function standIn(result: object, specificationVersion = 'v4'): AiSdkModel & { readonly calls: readonly AiSdkCall[] } {
  const calls: AiSdkCall[] = []
  return {
    specificationVersion,
    provider: 'acme.chat',
    modelId: 'large',
    calls,
    async doGenerate(call) {
      calls.push(call)
      return { warnings: [], ...result }
    },
    async doStream() {
      return { stream: new ReadableStream() }
    },
  }
}

test('model objects of three majors of the AI SDK fit as they are', () => {
  // Compiles: that is the test. None of them is called.
  const fit = (...models: readonly (LanguageModelV2 | LanguageModelV3 | LanguageModelV4)[]) => models.map(model => fromAiSdk(model))
  assert.deepEqual(fit(), [])
})

test('what the SDK tells is used, its zeros only where the server said them', async () => {
  const usage = {
    inputTokens: { total: 12, noCache: 12, cacheRead: 0, cacheWrite: undefined },
    outputTokens: { total: 9, text: 9, reasoning: 0 },
    raw: { prompt_tokens: 12, completion_tokens: 9 },
  }
  const model = standIn({ content, finishReason: { unified: 'stop', raw: 'stop' }, usage })
  const completion = await fromAiSdk(model).complete(request)
  assert.equal(completion.text, 'Miso.')
  assert.equal(completion.usage.cachedInputTokens, null)
  assert.deepEqual([completion.usage.reasoningTokens, completion.usage.sources.reasoningTokens], [5, 'counted'])
  assert.equal(model.calls[0]?.reasoning, 'high')
  assert.equal(fromAiSdk(model).id, 'acme.chat/large')
})

test('who answered is what the server says, of a whole reply and of a stream; unknown where it says nothing', async () => {
  const reply = { content, finishReason: 'stop', usage: {} }
  const said = { modelId: 'large-2024-08-06', body: { system_fingerprint: 'fp_1' } }
  const { served } = await fromAiSdk(standIn({ ...reply, response: said })).complete(request)
  assert.deepEqual(served, { model: 'large-2024-08-06', fingerprint: 'fp_1' })
  const silent = await fromAiSdk(standIn(reply)).complete(request)
  assert.deepEqual(silent.served, { model: null, fingerprint: null })
  const parts = [
    { type: 'response-metadata', modelId: 'large-2024-08-06' },
    { type: 'raw', rawValue: { system_fingerprint: 'fp_1' } },
    { type: 'text-delta', delta: 'Miso.' },
    { type: 'finish', finishReason: 'stop', usage: {} },
  ]
  const streamed: AiSdkModel = { ...standIn({}), doStream: async () => ({ stream: ReadableStream.from(parts) }) }
  const completion = await fromAiSdk(streamed).complete({ ...request, onText: () => {} })
  assert.deepEqual(completion.served, { model: 'large-2024-08-06', fingerprint: 'fp_1' })
})

test('the flat usage and the options of older majors are understood', async () => {
  const usage = { inputTokens: 12, outputTokens: 9, totalTokens: 21, reasoningTokens: 4, cachedInputTokens: undefined }
  const model = standIn({ content, finishReason: 'length', usage }, 'v2')
  const completion = await fromAiSdk(model).complete(request)
  assert.deepEqual([completion.finish, completion.usage.inputTokens, completion.usage.reasoningTokens], ['length', 12, 4])
  assert.equal(completion.usage.cachedInputTokens, null)
  assert.deepEqual(model.calls[0]?.providerOptions, { acme: { reasoningEffort: 'high' } })
})

test('what no version of the SDK returns is no answer', async () => {
  await assert.rejects(fromAiSdk(standIn({ words: 'Miso.' })).complete(request), { code: 'model_no_answer' })
})

test('errors of any copy of the SDK are understood by their shape', async () => {
  const model: AiSdkModel = {
    ...standIn({}),
    doGenerate: async () => {
      throw Object.assign(new Error('Nope'), {
        statusCode: 429,
        responseHeaders: { 'retry-after': '1' },
        responseBody: '{"error":{"message":"Slow down"}}',
      })
    },
  }
  await assert.rejects(fromAiSdk(model).complete(request), { code: 'model_unavailable', message: /acme\.chat answered 429: "Slow down"/ })
})

test('a stream that ends without a word is an error', async () => {
  const silent: AiSdkModel = {
    ...standIn({}),
    doStream: async () => ({ stream: new ReadableStream({ start: controller => controller.close() }) }),
  }
  await assert.rejects(fromAiSdk(silent).complete({ ...request, onText() {} }), { code: 'model_unavailable' })
})
