import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { parseCitations, withoutCitations } from './parse-citations.ts'

const labels = (answer: string) => parseCitations(answer).map(sentence => sentence.labels)

test('each sentence has the labels that stand in or after it', () => {
  assert.deepEqual(labels('A lives in Seattle [E1]. B likes tea [E2][E3]. Nobody asked.'), [['E1'], ['E2', 'E3'], []])
  assert.deepEqual(labels('A lives in Seattle. [E1] B likes tea.'), [['E1'], []])
})

test('lists, ranges and other brackets are understood', () => {
  assert.deepEqual(labels('Yes [E1, E3].'), [['E1', 'E3']])
  assert.deepEqual(labels('Yes [E1 and E3].'), [['E1', 'E3']])
  assert.deepEqual(labels('Yes [E2-E4].'), [['E2', 'E3', 'E4']])
  assert.deepEqual(labels('Yes [E2–4].'), [['E2', 'E3', 'E4']])
  assert.deepEqual(labels('Yes 【E1】 (e2).'), [['E1', 'E2']])
  assert.deepEqual(labels('Since May 2023 (see B12) and [E] and [1].'), [[]])
})

test('a line of citations alone belongs to the sentence before it', () => {
  assert.deepEqual(labels('A lives in Seattle.\n[E1][E2]\n'), [['E1', 'E2']])
})

test('an absurd range does not become a thousand citations', () => {
  assert.deepEqual(labels('All [E1-E9999].'), [['E1', 'E9999']])
})

test('citations leave without a trace', () => {
  assert.equal(withoutCitations('A lives in Seattle [E1]. B likes tea [E2][E3].'), 'A lives in Seattle. B likes tea.')
})

test('any text parses; no words are lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const kept = parseCitations(text)
        .map(sentence => sentence.text)
        .join('')
      assert.equal(kept.replace(/\s/gu, ''), text.replace(/\s/gu, ''))
    }),
  )
})
