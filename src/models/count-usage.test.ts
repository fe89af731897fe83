import assert from 'node:assert/strict'
import test from 'node:test'
import { loadTokenCounter } from '../lib/tokens.ts'
import { countUsage } from './count-usage.ts'
import type { SdkUsage } from './read-reply.ts'

const count = await loadTokenCounter()
const messages = [{ role: 'user', content: 'Which cat has Ana?' }] as const
const zeros: SdkUsage = {
  input: 100,
  cached: 0,
  output: 20,
  reasoning: 0,
  zerosAreDefaults: true,
  raw: { prompt_tokens: 100, completion_tokens: 20 },
}
const usageOf = (usage: Partial<SdkUsage>, { text = 'Ana has a cat named Miso.', reasoning = '' } = {}) =>
  countUsage({ messages, text, reasoning, usage: { ...zeros, ...usage }, count })

test('a zero of the SDK is unknown unless the server sent one', () => {
  assert.equal(usageOf({}).cachedInputTokens, null)
  assert.equal(usageOf({ raw: { prompt_tokens_details: { cached_tokens: 0 } } }).cachedInputTokens, 0)
  assert.equal(usageOf({ raw: { prompt_tokens_details: { cached_tokens: null, cache_write_tokens: 5 } } }).cachedInputTokens, null)
})

test('a number that the server sent elsewhere than the SDK looks is found', () => {
  assert.equal(usageOf({ raw: { prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 } }).cachedInputTokens, 64)
  const { reasoningTokens, sources } = usageOf({ output: 480, raw: { completion_tokens: 480, reasoning_tokens: 400 } })
  assert.deepEqual([reasoningTokens, sources.reasoningTokens], [400, 'reported'])
})

test('output that the text accounts for leaves no reasoning, whatever the tokenizer', () => {
  const text = 'Ana has a cat named Miso, who sleeps all day and likes fish. '.repeat(10)
  const output = Math.round(count(text) * 1.12)
  const { reasoningTokens, sources } = usageOf({ output, raw: { completion_tokens: output } }, { text })
  assert.deepEqual([reasoningTokens, sources.reasoningTokens], [0, 'remainder'])
})

test('no request has no input, and no text no output', () => {
  const { inputTokens, outputTokens, sources } = usageOf({ input: 0, output: 0, raw: { prompt_tokens: 0, completion_tokens: 0 } })
  assert.deepEqual([inputTokens, outputTokens, sources.inputTokens, sources.outputTokens], [9, 8, 'counted', 'counted'])
})
