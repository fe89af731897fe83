import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Usage, unknownUsage } from '../domain.ts'
import { sumUsage } from './sum-usage.ts'

const reported: Usage = {
  inputTokens: 100,
  cachedInputTokens: 40,
  outputTokens: 20,
  reasoningTokens: 15,
  sources: { inputTokens: 'reported', cachedInputTokens: 'reported', outputTokens: 'reported', reasoningTokens: 'reported' },
}

test('numbers add up, and the sum is as good as its worst part', () => {
  const counted: Usage = { ...reported, reasoningTokens: 5, sources: { ...reported.sources, reasoningTokens: 'counted' } }
  const sum = sumUsage([reported, counted])
  assert.deepEqual([sum.inputTokens, sum.cachedInputTokens, sum.outputTokens, sum.reasoningTokens], [200, 80, 40, 20])
  assert.deepEqual([sum.sources.inputTokens, sum.sources.reasoningTokens], ['reported', 'counted'])
})

test('what is unknown for one is unknown for all, never taken as 0', () => {
  const silent: Usage = { ...reported, reasoningTokens: null, sources: { ...reported.sources, reasoningTokens: null } }
  assert.deepEqual([sumUsage([reported, silent]).reasoningTokens, sumUsage([reported, silent]).inputTokens], [null, 200])
  assert.deepEqual(sumUsage([]), unknownUsage)
})
