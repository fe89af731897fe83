import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { terms } from '../lib/terms.ts'
import { createLexicalIndex, type LexicalIndex } from './lexical-index.ts'
import { createTextReader } from './text-reader.ts'

const read = createTextReader(() => new Uint16Array())

const weigh = (question: string): ReadonlyMap<string, number> => new Map(terms(question).map(term => [term, 1]))

function indexOf(passages: readonly (readonly [text: string, session: number])[]) {
  const index = createLexicalIndex()
  for (const [text, session] of passages) index.add(read(text), session)
  return index
}

/** By passage. */
function scoresIn(index: LexicalIndex, question: string): readonly number[] {
  const { passages, values } = index.search(weigh(question))
  return Array.from({ length: index.size }, (_, passage) => values[passages.indexOf(passage)] ?? 0)
}

const search = (passages: readonly (readonly [string, number])[], question: string): readonly number[] =>
  scoresIn(indexOf(passages), question)

test('the passage with the rare word wins, one without any word scores nothing', () => {
  const scores = search(
    [
      ['I keep bees', 1],
      ['I like the sea', 2],
      ['I like the hills', 3],
      ['nothing here', 4],
    ],
    'Who keeps bees by the sea?',
  )
  assert.ok((scores[0] ?? 0) > 0 && (scores[1] ?? 0) > 0)
  assert.equal(scores[2], 0)
  assert.equal(scores[3], 0)
})

test('neighbours in the same session share a word, at most two away; other sessions do not', () => {
  const scores = search(
    [
      ['kayak', 1],
      ['yes', 1],
      ['no', 1],
      ['well', 1],
      ['other', 2],
    ],
    'kayak',
  )
  assert.ok((scores[0] ?? 0) > (scores[1] ?? 0))
  assert.ok((scores[1] ?? 0) > (scores[2] ?? 0))
  assert.ok((scores[2] ?? 0) > 0)
  assert.deepEqual(scores.slice(3), [0, 0])
})

test('a long neighbour shares less than a short one', () => {
  const long = `kayak ${'and so on and so forth '.repeat(20)}`
  const near = (text: string): number =>
    search(
      [
        [text, 1],
        ['yes', 1],
      ],
      'kayak',
    )[1] ?? 0
  assert.ok(near(long) < near('kayak and so on'))
})

test('scores do not depend on when passages were added', () => {
  const passage = fc.tuple(
    fc.array(fc.constantFrom('tea', 'sea', 'bees', 'hill', 'boat'), { maxLength: 6 }).map(words => words.join(' ')),
    fc.nat({ max: 2 }),
  )
  fc.assert(
    fc.property(fc.array(passage, { minLength: 1, maxLength: 20 }), fc.nat({ max: 20 }), (passages, cut) => {
      const sorted = passages.toSorted(([, left], [, right]) => left - right)
      const grown = indexOf(sorted.slice(0, cut))
      grown.search(weigh('tea boat'))
      for (const [text, session] of sorted.slice(cut)) grown.add(read(text), session)
      assert.deepEqual(scoresIn(grown, 'tea boat'), search(sorted, 'tea boat'))
    }),
  )
})

test('a word in every passage still counts for something, and a repeated question word counts once', () => {
  const passages = [
    ['tea', 1],
    ['tea', 2],
  ] as const
  assert.ok((search(passages, 'tea')[0] ?? 0) > 0)
  assert.deepEqual(search(passages, 'tea tea tea'), search(passages, 'tea'))
})
