import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { Hit } from '../domain.ts'
import { adaptiveBudget, cardBudget, noBudget, tokenBudget } from './budgets.ts'

const hit = (text: string, score = 1): Hit => ({
  subject: { type: 'passage', speaker: 'Ana', at: null, text, source: { turnId: text, attachment: null, start: 0, end: text.length } },
  claim: text,
  short: text,
  deviation: null,
  score,
  signals: [],
  quotes: [],
})
const textOf = ({ subject }: Hit): string => (subject.type === 'passage' ? subject.text : '')
// Ten tokens a character: no real card is smaller.
const cost = (one: Hit): number => 10 * textOf(one).length

test('a card budget truncates', () => {
  const hits = ['a', 'b', 'c'].map(text => hit(text))
  assert.deepEqual(cardBudget(2).choose(hits, cost).map(textOf), ['a', 'b'])
})

test('a token budget skips what does not fit and goes on', () => {
  const hits = ['aaaa', 'bbbbbbbbbbbb', 'cc', 'ddddd', 'e'].map(text => hit(text))
  assert.deepEqual(tokenBudget(80).choose(hits, cost).map(textOf), ['aaaa', 'cc', 'e'])
})

test('a token budget is never passed, and takes the first whenever it fits', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 })), fc.integer({ min: 1, max: 600 }), (texts, limit) => {
      const chosen = tokenBudget(limit).choose(
        texts.map(text => hit(text)),
        cost,
      )
      assert.ok(chosen.reduce((sum, one) => sum + cost(one), 0) <= limit)
      const [first] = texts
      if (first !== undefined && 10 * first.length <= limit) assert.equal(chosen[0] && textOf(chosen[0]), first)
    }),
  )
})

test('an adaptive budget takes few cards where few stand out, more where many do, and keeps its limit', () => {
  const standing = (deviations: readonly number[]): readonly Hit[] =>
    deviations.map((deviation, index) => ({ ...hit(`card ${index}`), deviation }))
  // One clear card among noise, and thirty that stand out alike. Of 60 tokens each.
  const sixty = (): number => 60
  const clear = adaptiveBudget().choose(standing([6, ...Array.from({ length: 40 }, () => 0.5)]), sixty)
  const many = adaptiveBudget().choose(standing(Array.from({ length: 40 }, () => 5)), sixty)
  assert.ok(clear.length < many.length, `${clear.length} < ${many.length}`)
  assert.ok(clear.length >= 2, 'at least 120 tokens')
  assert.ok(adaptiveBudget({ limit: 300 }).choose(standing(Array.from({ length: 40 }, () => 5)), sixty).length <= 5)
})

test('no budget keeps all', () => {
  assert.equal(noBudget().choose([hit('a'), hit('b')], cost).length, 2)
})

test('a budget that is no whole number above zero is refused by name', () => {
  for (const limit of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => tokenBudget(limit), { code: 'bad_input', field: 'tokens' })
    assert.throws(() => cardBudget(limit), { code: 'bad_input', field: 'cards' })
  }
})
