import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { isNumberWord, readNumbers } from './read-numbers.ts'

const values = (text: string): readonly number[] => readNumbers(text).map(({ value }) => value)

test('numbers in digits and words are the same', () => {
  const cases: Readonly<Record<string, readonly number[]>> = {
    'three kids and 3 dogs': [3, 3],
    'Twenty-five of 25': [25, 25],
    '$1,200.50': [1200.5],
    'two thousand, 2 thousand, 2,000': [2000, 2000, 2000],
    'a 4-year-old on the 3rd': [4, 3],
    'a dozen, twice': [12, 2],
    '１２': [12],
    'someone, often, tenfold, seventh, x2': [],
  }
  for (const [text, expected] of Object.entries(cases)) assert.deepEqual(values(text), expected, text)
})

test('"one of them" counts nothing, "six months" counts time', () => {
  assert.deepEqual(
    readNumbers('one of them for six months').map(({ text, loose, unit }) => [text, loose, unit]),
    [
      ['one', true, null],
      ['six', false, 'month'],
    ],
  )
})

test('every whole number is read back, and its words are number words', () => {
  fc.assert(
    fc.property(fc.nat(1e9), number => {
      assert.deepEqual(values(`It was ${number} then.`), [number])
      assert.deepEqual(values(`It was ${number.toLocaleString('en')} then.`), [number])
      assert.ok(isNumberWord(String(number)))
    }),
  )
})
