import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { fold, terms, words } from './terms.ts'

test('words are folded, possessive endings are off, stop words stay', () => {
  assert.deepEqual(words("Ana's café isn't far, Élodie’s is"), ['ana', 'cafe', 'isn', 't', 'far', 'elodie', 'is'])
})

test('terms leave stop words out and stem the rest', () => {
  assert.deepEqual(terms('She was painting the paintings'), ['paint', 'paint'])
})

test('composed and decomposed spellings are one word', () => {
  assert.equal(fold('Caf\u00e9'), fold('Cafe\u0301'))
  assert.deepEqual(words('ЁЛКА'), words('елка'))
})

test('Chinese, Japanese and Korean words are found inside running text (TXT-02)', () => {
  const rows = ['发布步骤：先跑单元测试', '昨日は図書館で将棋を指した', '어제 도서관에서 바둑을 두었다', '修复了parser-v2的缓存']
  const found = (query: string) => rows.map(row => terms(query).every(term => terms(row).includes(term)))
  assert.deepEqual(found('测试'), [true, false, false, false])
  assert.deepEqual(found('步骤'), [true, false, false, false])
  assert.deepEqual(found('将棋'), [false, true, false, false])
  assert.deepEqual(found('바둑'), [false, false, true, false])
  assert.deepEqual(found('parser'), [false, false, false, true])
})

test('Devanagari keeps its vowel signs', () => {
  assert.deepEqual(words('हिन्दी में'), ['हिन्दी', 'में'])
})

test('any text gives terms that give themselves again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      for (const word of words(text)) assert.equal(fold(word), word)
    }),
  )
})

test('quotes, dashes and pictures part words, and what may be part of a word stays one', () => {
  for (const [from, to] of [
    [0x2010, 0x27ff],
    [0x1f000, 0x1fbff],
  ] as const) {
    for (let point = from; point <= to; point++) {
      const character = String.fromCodePoint(point)
      const parts = !/[\p{L}\p{N}\p{M}]/u.test(character.normalize('NFKD').normalize('NFC'))
      const found = words(`Ab${character}cd’s`)
      assert.equal(found.length === 2 && found[0] === 'ab' && found[1] === 'cd', parts, `U+${point.toString(16)}: ${found}`)
    }
  }
})
