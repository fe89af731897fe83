import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { outlineJson } from './json-outline.ts'

test('keys are found with the way to them', () => {
  const text = '[{"qa": [{"evidence": ["D1:1"]}], "conversation": {"speaker_a": "Ilse"}}]'
  assert.deepEqual([...outlineJson(text)], ['[].qa', '[].qa[].evidence', '[].conversation', '[].conversation.speaker_a'])
})

test('words inside strings are no keys', () => {
  assert.deepEqual([...outlineJson('{"text": "{\\"mapping\\": [1, \\"a\\"]}, \\"b\\": 2"}')], ['.text'])
})

test('text that is not JSON has none', () => {
  assert.equal(outlineJson('Ana: {"role": "user"}').size, 0)
})

test('a cut anywhere only loses keys', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, cut) => {
      const whole = outlineJson(json)
      for (const key of outlineJson(json.slice(0, cut % (json.length + 1)))) assert.ok(whole.has(key))
    }),
  )
})

test('deep nesting costs no more than its length', () => {
  assert.equal(outlineJson('['.repeat(1_000_000)).size, 0)
  assert.ok(outlineJson('{"a":'.repeat(200_000)).size < 10)
})
