import assert from 'node:assert/strict'
import test from 'node:test'
import { evidenceFound } from './evidence-found.ts'

const found = (evidence: readonly string[], shown: readonly string[] | null, answer: string | null = 'said') =>
  evidenceFound({ evidence }, { answer, shown })

test('evidence is all there, in part, or missed; of a system that shows everything it is there', () => {
  assert.equal(found(['D1:3', 'D2:8'], ['D2:8', 'D1:3', 'D5:1']), 'all')
  assert.equal(found(['D1:3', 'D2:8'], ['D2:8']), 'part')
  assert.equal(found(['D1:3'], ['D1:30', 'D11:3']), 'none')
  assert.equal(found(['D1:3'], []), 'none')
  assert.equal(found(['D1:3'], null), 'all')
})

test('evidence by session is found in any of its turns', () => {
  assert.equal(found(['session-1a'], ['session-1a_12']), 'all')
  assert.equal(found(['session-1a'], ['session-1ab_12', 'session-1a_x']), 'none')
})

test('it is not known where the key names none, or nothing was answered', () => {
  assert.equal(found([], ['D1:3']), 'unnamed')
  assert.equal(found(['D1:3'], null, null), 'unnamed')
})
