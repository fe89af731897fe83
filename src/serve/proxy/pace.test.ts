import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createPace } from './pace.ts'

test('the first begins at once, and one more in each round of the event loop', async () => {
  const pace = createPace()
  const begun: number[] = []
  const all = [1, 2, 3].map(async number => {
    await pace()
    begun.push(number)
  })
  await Promise.resolve()
  assert.deepEqual(begun, [1])
  await setImmediate()
  assert.ok(begun.length < 3, `${begun.length} began in one round`)
  await Promise.all(all)
  assert.deepEqual(begun, [1, 2, 3])
})
