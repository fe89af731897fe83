import assert from 'node:assert/strict'
import test from 'node:test'
import { splitWords } from './split-words.ts'

test('words are lower-cased and every punctuation mark stands alone', () => {
  assert.deepEqual(splitWords("Don't go—it's 3.5!"), ['don', "'", 't', 'go', '—', 'it', "'", 's', '3', '.', '5', '!'])
})

test('plain text and text with one foreign character are cut alike', () => {
  const text = 'Nora\tpaid $4.50\x01 for_it, (twice)...\n'
  assert.deepEqual(splitWords(`${text} é`), [...splitWords(text), 'e'])
})

test('accents go, ideographs stand alone, invisible characters vanish', () => {
  assert.deepEqual(splitWords('Crème\u200bBrûlée 東京'), ['cremebrulee', '東', '京'])
})

test('half of a surrogate pair is left out', () => {
  assert.deepEqual(splitWords('a\ud83cb'), ['ab'])
})
