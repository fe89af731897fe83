import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createPostings, type Postings } from './postings.ts'

/** What each term is in, as [passage, count]. */
function contentOf(postings: Postings): readonly (readonly (readonly [number, number])[])[] {
  return Array.from({ length: postings.terms }, (_, term) =>
    Array.from({ length: postings.frequency(term) }, (_, index) => {
      const place = postings.start(term) + index
      return [postings.passages[place] ?? -1, postings.counts[place] ?? 0] as const
    }),
  )
}

/** Words of passages as numbers: the term that they stand for, of those there are, or a further one. */
const passages = fc.array(fc.array(fc.nat({ max: 30 }), { maxLength: 12 }), { maxLength: 60 })

function add(postings: Postings, words: readonly number[], passage: number): void {
  for (const word of words) {
    if (word < postings.terms) postings.add(word, passage)
    else postings.addTerm(passage)
  }
}

test('each term has its passages in order, with how often it stands in each, however the terms grow beside each other', () => {
  fc.assert(
    fc.property(passages, added => {
      const postings = createPostings()
      const expected: [number, number][][] = []
      for (const [passage, words] of added.entries()) {
        for (const word of words) {
          const term = Math.min(word, expected.length)
          const last = expected[term]?.at(-1)
          if (term === expected.length) expected.push([[passage, 1]])
          else if (last?.[0] === passage) last[1]++
          else expected[term]?.push([passage, 1])
        }
        add(postings, words, passage)
      }
      assert.deepEqual(contentOf(postings), expected)
    }),
  )
})

test('what was kept goes on as what it was kept from', () => {
  fc.assert(
    fc.property(passages, fc.nat({ max: 60 }), (added, cut) => {
      const whole = createPostings()
      const begun = createPostings()
      for (const [passage, words] of added.entries()) {
        add(whole, words, passage)
        if (passage < cut) add(begun, words, passage)
      }
      const again = createPostings(begun.keep())
      for (const [passage, words] of added.entries()) if (passage >= cut) add(again, words, passage)
      assert.deepEqual(contentOf(again), contentOf(whole))
      assert.deepEqual(again.keep(), whole.keep())
    }),
  )
})

test('a word repeated without end is counted up to a limit', () => {
  const postings = createPostings()
  postings.addTerm(0)
  for (let count = 1; count < 70_000; count++) postings.add(0, 0)
  assert.deepEqual(contentOf(postings), [[[0, 65_535]]])
})
