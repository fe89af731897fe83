import assert from 'node:assert/strict'
import test from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createSilence } from './silence.ts'

test('while nobody waits no silence is too long; once somebody waits again it is', async () => {
  const told = Promise.withResolvers<void>()
  let calls = 0
  const silence = createSilence(10, () => {
    calls++
    told.resolve()
  })
  silence.pause()
  await setTimeout(40)
  assert.equal(calls, 0)
  silence.begin()
  await told.promise
  await setTimeout(40)
  assert.equal(calls, 1)
})

test('after its end nothing is told', async () => {
  let calls = 0
  const silence = createSilence(10, () => calls++)
  silence.begin()
  silence.end()
  await setTimeout(40)
  assert.equal(calls, 0)
})
