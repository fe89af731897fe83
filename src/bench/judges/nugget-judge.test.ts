import assert from 'node:assert/strict'
import test from 'node:test'
import { kendallTauB } from '../statistics/kendall-tau-b.ts'
import { scoreOrder, truncated } from './event-order.ts'
import type { JudgedAnswer } from './judge.ts'
import { nuggetJudge, scoreNuggets } from './nugget-judge.ts'
import { readRating } from './read-rating.ts'

const item = (more: Partial<JudgedAnswer> = {}): JudgedAnswer => ({
  ...{ question: 'What is planned?', at: null, category: 'summarization', gold: null, abstains: false, trap: null },
  ...{ criteria: ['Names the shed', 'Names the size', 'Names the permit'], weights: [], before: [], answer: 'A shed.', abstained: null },
  ...more,
})

test('a score of nuggets is their mean, and in the published way halves count nothing', () => {
  assert.deepEqual(scoreNuggets([1, 0.5, 0]), { score: 0.5, more: { [truncated]: 1 / 3 } })
  assert.deepEqual(nuggetJudge.score(item(), ['1', '0.5', '0']), scoreNuggets([1, 0.5, 0]))
  // Half a verdict is none.
  assert.equal(nuggetJudge.score(item(), ['1', '0.5']), null)
})

test('a rating is a number that stands alone on the first or the last line', () => {
  const cases: readonly (readonly [string, number | null])[] = [
    ['0.5', 0.5],
    ['**1**', 1],
    ['Score: 0.5.', 0.5],
    ['It names the shed.\n1', 1],
    ['<think>1?</think>0', 0],
    ['1.0', 1],
    ['0.7', null],
    ['10', null],
    ['1 of the 3 is there', null],
    ['', null],
  ]
  for (const [reply, rating] of cases) assert.equal(readRating(reply), rating, reply)
})

test("Kendall's tau-b by hand: the same order, the other way round, with ties on one side and on both", () => {
  assert.equal(kendallTauB([1, 2, 3], [1, 2, 3]), 1)
  assert.equal(kendallTauB([1, 2, 3], [3, 2, 1]), -1)
  // Pairs: 5 as in the first, 1 the other way, none tied: 4 / 6.
  assert.equal(kendallTauB([1, 2, 3, 4], [1, 2, 4, 3]), 4 / 6)
  // Of 6 pairs 5 agree and one is tied in the second: 5 / sqrt(6 x 5).
  assert.equal(kendallTauB([1, 2, 3, 4], [1, 2, 3, 3]), 5 / Math.sqrt(30))
  // scipy.stats.kendalltau's own example: ([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]).
  assert.ok(Math.abs((kendallTauB([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]) ?? 0) - -0.4714045207910316) < 1e-12)
  assert.equal(kendallTauB([1, 2], [3, 3]), null)
})

test('an order is scored over the items of both sides, what one lacks in a last rank of its own', () => {
  assert.deepEqual(scoreOrder([0, 1, 2], 3), { score: 1, more: { [truncated]: 1, 'tau x F1': 1, 'order F1': 1 } })
  assert.equal(scoreOrder([2, 1, 0], 3).score, 0)
  // Key 1 2 3, reply 1 2 4: the third is missing. All three pairs agree.
  assert.deepEqual(scoreOrder([0, 1], 3), { score: 1, more: { [truncated]: 1, 'tau x F1': 0.8, 'order F1': 0.8 } })
  // Two are missing, so that their pair is tied in the reply: 2 agree of 3 and 2: tau 2 / sqrt(6).
  const one = scoreOrder([0], 3)
  assert.equal(one.score, (2 / Math.sqrt(6) + 1) / 2)
  assert.equal(one.more['order F1'], 0.5)
  // An item that is none of the key: key 1 2 5 with a last rank for the other, reply 1 3 2. Of three pairs two agree, one is the other way: 1 / 3.
  const added = scoreOrder([0, null, 1], 2)
  assert.equal(added.score, (1 / 3 + 1) / 2)
  assert.equal(added.more['tau x F1'], added.score * 0.8)
  // The same item twice is one item and a wrong one.
  assert.deepEqual(scoreOrder([0, 1, 1], 2), scoreOrder([0, 1, null], 2))
  assert.deepEqual([scoreOrder([], 3).score, scoreOrder([0], 1).score], [0, 1])
  // Nothing that is in the key: of 10 pairs 6 go the other way, 1 is tied in the key and 3 in the reply.
  assert.equal(scoreOrder([null, null], 3).score, (-6 / Math.sqrt(9 * 7) + 1) / 2)
})

test('one request for each nugget, one for an order, and yes or no for a question without an answer', () => {
  const order = item({ category: 'event_ordering', criteria: ['The plan', 'The permit', 'The build'] })
  assert.equal(nuggetJudge.prompts(item()).length, 3)
  assert.equal(nuggetJudge.prompts(order).length, 1)
  assert.match(nuggetJudge.prompts(order)[0]?.[1]?.content ?? '', /2\. The permit/)
  const reply = 'Here: {"items": [{"says": "plan", "is": 1}, {"says": "roof", "is": 0}, {"says": "build", "is": 3}]}'
  assert.deepEqual(nuggetJudge.score(order, [reply]), scoreOrder([0, null, 2], 3))
  assert.equal(nuggetJudge.score(order, ['1, 2, 3']), null)
  const abstains = item({ category: 'abstention', abstains: true, criteria: ['Says that it was not said'] })
  assert.match(nuggetJudge.prompts(abstains)[0]?.[0]?.content ?? '', /yes or no/)
  assert.deepEqual(nuggetJudge.score(abstains, ['Yes'])?.score, 1)
})
