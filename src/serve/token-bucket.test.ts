import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createTokenBuckets } from './token-bucket.ts'

test('a key may take a minute’s worth at once, then one as each fills; another key has its own', () => {
  let time = 0
  const buckets = createTokenBuckets({ perMinute: 6, now: () => time })
  for (let taken = 0; taken < 6; taken++) assert.equal(buckets.take('a'), 0)
  assert.equal(buckets.take('a'), 10_000)
  assert.equal(buckets.take('b'), 0)
  time = 9_999
  assert.equal(buckets.take('a'), 1)
  time = 10_000
  assert.equal(buckets.take('a'), 0)
  assert.ok(buckets.take('a') > 0)
})

test('in no span of time is more taken than a minute’s worth and what the span fills', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), steps, (perMinute, waits) => {
      let time = 0
      const buckets = createTokenBuckets({ perMinute, now: () => time })
      let taken = 0
      for (const wait of waits) {
        time += wait
        const waitMs = buckets.take('a')
        if (waitMs === 0) taken++
        assert.ok(taken <= perMinute + (time * perMinute) / 60_000 + 1e-6)
        assert.ok(waitMs <= Math.ceil(60_000 / perMinute))
      }
    }),
  )
})
