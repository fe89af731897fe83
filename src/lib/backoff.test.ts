import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs } from './backoff.ts'

test('waits double up to a minute, and half of each is random', () => {
  const most = [0, 1, 2, 5, 6, 2_000].map(failures => backoffMs(failures, 1))
  assert.deepEqual(most, [1_000, 2_000, 4_000, 32_000, 60_000, 60_000])
  assert.deepEqual([backoffMs(0, 0), backoffMs(0, 0.5), backoffMs(9, 0)], [500, 750, 30_000])
})
