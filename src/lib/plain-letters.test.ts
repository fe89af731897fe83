import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasPlainLetters } from './plain-letters.ts'

test('quotes, dashes and pictures are no letters', () => {
  for (const text of ['', 'When?', 'It’s “great” – really … 🎉', 'line\nline']) assert.equal(hasPlainLetters(text), true, text)
})

test('a letter that is not of ASCII is told, also one that looks or folds like one of ASCII', () => {
  for (const text of ['mañana', 'Привет', '昨日', 'ſeptember', '\u212aelvin', 'cafe\u0301', '５'])
    assert.equal(hasPlainLetters(text), false, text)
})
