import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { awkwardText, graphemeStarts } from './awkward-text.fixture.ts'
import { splitSentences } from './split-sentences.ts'

const sentences = (text: string): readonly string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end))

test('sentences end at stops, marks and newlines', () => {
  assert.deepEqual(sentences(' I moved. Did you? Yes!\nA new line\r\n\r\nlast '), ['I moved.', 'Did you?', 'Yes!', 'A new line', 'last'])
  assert.deepEqual(sentences('我住在成都。你呢？很好！'), ['我住在成都。', '你呢？', '很好！'])
  assert.deepEqual(sentences('हाँ। मैं यहाँ हूँ।'), ['हाँ।', 'मैं यहाँ हूँ।'])
})

test('abbreviations, initials, numbers and list markers end nothing', () => {
  for (const whole of [
    'Dr. Lima met Mrs. Sousa at 3.30 p.m. on Tues. 5 May.',
    'Bring fruit, e.g. Apples, vs. Pears.',
    'We read J. K. Rowe and U.S. Law.',
    '12. Boil the water',
    '"Why?" he asked.',
  ]) {
    assert.deepEqual(sentences(whole), [whole])
  }
  assert.deepEqual(sentences('We left at 5 p.m. They stayed. Take plan B. Then call.'), [
    'We left at 5 p.m.',
    'They stayed.',
    'Take plan B.',
    'Then call.',
  ])
})

test('an emoji or a bracket left alone stays with the sentence before it', () => {
  assert.deepEqual(sentences('We won! 🎉🎉 Now rest. :-)'), ['We won! 🎉🎉', 'Now rest. :-)'])
})

test('fenced code is one stretch, a row of a table another', () => {
  const text = 'Run this:\n```sh\nnpm test. Then\nnpm run build\n```\nDone.\n| Mr. X | Yes. No |\n| a | b |'
  assert.deepEqual(
    splitSentences(text).map(({ start, end, form }) => [form, text.slice(start, end)]),
    [
      ['prose', 'Run this:'],
      ['code', '```sh\nnpm test. Then\nnpm run build\n```'],
      ['prose', 'Done.'],
      ['row', '| Mr. X | Yes. No |'],
      ['row', '| a | b |'],
    ],
  )
})

test('sentences follow each other, leave out nothing but white space, and cut no grapheme', () => {
  fc.assert(
    fc.property(awkwardText, text => {
      const starts = graphemeStarts(text)
      let from = 0
      for (const { start, end } of splitSentences(text)) {
        assert.ok(start >= from && end > start)
        assert.equal(text.slice(from, start).trim(), '')
        assert.ok(starts.has(start) && starts.has(end), JSON.stringify(text.slice(start, end)))
        from = end
      }
      assert.equal(text.slice(from).trim(), '')
    }),
    { numRuns: 600 },
  )
})
