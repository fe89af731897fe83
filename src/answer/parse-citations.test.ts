import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { parseCitations, withoutCitations } from './parse-citations.ts'

const labels = (answer: string) => parseCitations(answer).map(sentence => sentence.labels)

test('each sentence has the labels that stand in or after it', () => {
  assert.deepEqual(labels('A lives in Seattle [E1]. B likes tea [E2][E3]. Nobody asked.'), [['E1'], ['E2', 'E3'], []])
  assert.deepEqual(labels('A lives in Seattle. [E1] B likes tea.'), [['E1'], []])
  assert.deepEqual(labels('A lives [E1] in Seattle, and B [E2] too.'), [['E1', 'E2']])
  assert.deepEqual(labels('日本に住んでいる【E1】。次の文【E2】。'), [['E1'], ['E2']])
})

test('abbreviations, decimals and initials end no sentence', () => {
  assert.deepEqual(labels('Dr. J. Smith paid $3.50 at 3 p.m. [E1] on Monday. B did not [E2].'), [['E1'], ['E2']])
})

test('lists, ranges and other brackets are understood', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    '[E1, E3]': ['E1', 'E3'],
    '[E1; E3]': ['E1', 'E3'],
    '[E1 and E3]': ['E1', 'E3'],
    '[E1, E2, and E3]': ['E1', 'E2', 'E3'],
    '[E1 E3]': ['E1', 'E3'],
    '[E1/E3]': ['E1', 'E3'],
    '[E1][E3]': ['E1', 'E3'],
    '([E1], [E3])': ['E1', 'E3'],
    '[E2-E4]': ['E2', 'E3', 'E4'],
    '[E2–4]': ['E2', 'E3', 'E4'],
    '[E2 to E4]': ['E2', 'E3', 'E4'],
    '【E1】 (e2)': ['E1', 'E2'],
    '［E1］（E2）': ['E1', 'E2'],
    '[Ｅ１]': ['E1'],
    '[E 1]': ['E1'],
    '[E01]': ['E1'],
    '[E1, card 2]': ['E1', 'E2'],
    '[cards E1, E2]': ['E1', 'E2'],
    '(see [E1])': ['E1'],
    '[E1: "she moved"]': ['E1'],
    '[E1, 8 May 2023]': ['E1'],
    '【E1†L1-L3】【E2†source】': ['E1', 'E2'],
    '[E1](https://example.org/cards#1)': ['E1'],
    '[E1](#e1)': ['E1'],
    '[E1](E2)': ['E1', 'E2'],
    '[[E1]]': ['E1'],
    '[^E1]': ['E1'],
    '\\[E1\\]': ['E1'],
    '**[E1]**': ['E1'],
    '<sup>[E1]</sup>': ['E1'],
    '<sup>E1, E2</sup>': ['E1', 'E2'],
    '[E¹]': ['E1'],
    'according to [E1]': ['E1'],
  }
  for (const [written, expected] of Object.entries(cases)) {
    assert.deepEqual(labels(`She moved ${written}.`), [expected], written)
    assert.equal(withoutCitations(`She moved ${written}.`), 'She moved.', written)
    assert.equal(withoutCitations(`She ${written} moved.`), 'She moved.', written)
  }
})

test('what is in no brackets, or is no label, is text', () => {
  for (const text of [
    'Since May 2023 (see B12) and [E] and [1].',
    'She moved, according to E1.',
    'Gate (E1 was full).',
    'A [E12345678901] b.',
  ]) {
    assert.deepEqual(labels(text), [[]], text)
    assert.equal(withoutCitations(text), text)
  }
})

test('a line of citations alone belongs to the sentence before it, one that goes on to its own', () => {
  assert.deepEqual(labels('A lives in Seattle.\n[E1][E2]\n'), [['E1', 'E2']])
  assert.deepEqual(labels('- A moved [E1]\n- B stayed\n[E3] C left.'), [['E1'], [], ['E3']])
  assert.deepEqual(labels('[E1]: A moved.'), [['E1']])
})

test('an absurd range does not become a thousand citations', () => {
  assert.deepEqual(labels('All [E1-E9999].'), [['E1', 'E9999']])
})

test('citations leave without a trace', () => {
  assert.equal(withoutCitations('A lives in Seattle [E1]. B likes tea [E2][E3].'), 'A lives in Seattle. B likes tea.')
  assert.equal(withoutCitations('[E1] A moved. [E2]\n- [E3]: B stayed [E4] .'), 'A moved.\n- B stayed.')
  assert.equal(withoutCitations('A moved[E1]and B [E2]stayed.'), 'A moved and B stayed.')
  assert.equal(withoutCitations('According to [E1], A moved.'), 'A moved.')
  assert.equal(withoutCitations('A [E[E1]2] moved.'), 'A moved.')
})

const shapes = [
  '[E1]',
  '[e2, E3]',
  '[E1][E2]',
  '(E4)',
  '【E1】',
  '【E2†L1】',
  '[E1–E3]',
  '[E1; E2]',
  '[E1](#e1)',
  '[E1, card 2]',
  '<sup>[E7]</sup>',
  '**[E1]**',
]
const word = fc.constantFrom('Ana', 'moved', 'to', 'Porto', '3.5', 'dogs', 'café', 'Москва', '(perhaps)', '"Emma"', "didn't")
const piece = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 4 }),
  cited: fc.option(fc.constantFrom(...shapes)),
  end: fc.constantFrom('', '.', ',', '!'),
})

test('taking citations away gives the text that they were put into', () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), fc.boolean(), (pieces, after) => {
      const plain = pieces.map(({ words, end }) => words.join(' ') + end).join(' ')
      const cited = pieces
        .map(({ words, cited, end }) => {
          const said = words.join(' ')
          return cited === null ? said + end : after ? `${said}${end} ${cited}` : `${said} ${cited}${end}`
        })
        .join(' ')
      assert.equal(withoutCitations(cited), plain)
      assert.equal(
        parseCitations(cited).reduce((sum, sentence) => sum + sentence.labels.length, 0) > 0,
        pieces.some(({ cited }) => cited !== null),
      )
    }),
  )
})

const fuzz = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '[',
        ']',
        '(',
        ')',
        '【',
        '】',
        'E',
        'e',
        '1',
        '23',
        ',',
        ' ',
        '-',
        '†',
        'L',
        '.',
        '\n',
        'and',
        '**',
        '<sup>',
        '</sup>',
        '\\',
        '#',
        'A',
        ...shapes,
      ),
    )
    .map(parts => parts.join('')),
)

test('any text parses into well-formed labels, no words are lost, and taking citations away twice changes nothing more', () => {
  fc.assert(
    fc.property(fuzz, text => {
      const sentences = parseCitations(text)
      const kept = sentences.map(sentence => sentence.text).join('')
      assert.equal(kept.replace(/\s/gu, ''), text.replace(/\s/gu, ''))
      for (const label of sentences.flatMap(sentence => sentence.labels)) assert.match(label, /^E\d{1,9}$/)
      const bare = withoutCitations(text)
      assert.equal(withoutCitations(bare), bare)
      assert.deepEqual(
        parseCitations(bare).flatMap(sentence => sentence.labels),
        [],
      )
    }),
    { numRuns: 500 },
  )
})

test('a long answer of brackets is read at once', () => {
  for (const text of ['[E1'.repeat(20_000), '(E1, '.repeat(20_000), '[E1]'.repeat(5_000), `[E1: ${'x '.repeat(20_000)}`]) {
    const start = performance.now()
    parseCitations(text)
    withoutCitations(text)
    assert.ok(performance.now() - start < 5_000)
  }
})
