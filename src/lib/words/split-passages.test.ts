import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { awkwardText, graphemeStarts } from './awkward-text.fixture.ts'
import { groupSentences, splitPassages } from './split-passages.ts'

test('a turn of up to 300 characters is one passage, white space is none', () => {
  assert.deepEqual(splitPassages(` One. Two.\nThree.${' x'.repeat(130)} `), [{ start: 1, end: 277 }])
  assert.deepEqual(splitPassages(' \n\t'), [])
  assert.deepEqual(splitPassages(''), [])
})

test('a long turn is packed from whole sentences to at most 300 characters', () => {
  const sentence = 'This sentence is exactly fifty characters in all. '
  const text = sentence.repeat(20)
  const passages = splitPassages(text)
  assert.equal(passages.length, 4)
  for (const { start, end } of passages) {
    assert.ok(end - start <= 300)
    assert.match(text.slice(start, end), /^This.*all\.$/)
  }
})

test('a sentence without an end is cut at spaces, or between graphemes where it has none', () => {
  for (const text of ['word '.repeat(400).trim(), '漢'.repeat(2_000), `${'x'.repeat(299)}${'👩‍👩‍👧🎉家族'.repeat(60)}`]) {
    const pieces = splitPassages(text).map(({ start, end }) => text.slice(start, end))
    assert.ok(pieces.every(piece => piece.length <= 300 && piece.isWellFormed()))
    assert.equal(pieces.join('').replaceAll(' ', ''), text.replaceAll(' ', ''))
    assert.ok(pieces.every(piece => !/^(?:ord|\u200d|\p{M})/u.test(piece)))
  }
})

test('an emoji at any distance from the limit is whole in one passage', () => {
  for (let before = 1; before <= 20; before++) {
    const text = `${'x'.repeat(300 - before)}👩‍👩‍👧🎉家族${'y'.repeat(400)}`
    assert.ok(splitPassages(text).some(({ start, end }) => text.slice(start, end).includes('👩‍👩‍👧')))
  }
})

test('one endless grapheme stays whole', () => {
  const text = `a${'\u0301'.repeat(1_500)}b`.repeat(3)
  const starts = graphemeStarts(text)
  assert.ok(splitPassages(text).every(({ start, end }) => starts.has(start) && starts.has(end)))
})

test('a space that carries a mark stays with it', () => {
  for (const text of [' \uff9e', 'One.\n \uff9e', ' \u0301']) {
    const starts = graphemeStarts(text)
    assert.deepEqual(
      groupSentences(text).flatMap(group => group.filter(({ start }) => !starts.has(start))),
      [],
      JSON.stringify(text),
    )
  }
})

test('passages follow each other, leave out nothing but white space, and cut no grapheme', () => {
  fc.assert(
    fc.property(awkwardText, text => {
      const starts = graphemeStarts(text)
      let from = 0
      for (const { start, end } of splitPassages(text)) {
        assert.ok(start >= from && end > start)
        assert.equal(text.slice(from, start).trim(), '')
        assert.ok(starts.has(start) && starts.has(end))
        from = end
      }
      assert.equal(text.slice(from).trim(), '')
      assert.deepEqual(
        groupSentences(text).map(group => [group[0].start, group.at(-1)?.end]),
        splitPassages(text).map(({ start, end }) => [start, end]),
      )
    }),
    { numRuns: 600 },
  )
})
