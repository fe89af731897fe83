import assert from 'node:assert/strict'
import test from 'node:test'
import { kappaInterval, type RatedPair } from './kappa-interval.ts'

const pairs = (cluster: string, counts: readonly (readonly [first: boolean, second: boolean, count: number])[]): readonly RatedPair[] =>
  counts.flatMap(([first, second, count]) => Array.from({ length: count }, () => ({ cluster, first, second })))

/** Kappa 0.4, as 20, 5, 10, 15 of 50. */
const textbook = [
  [true, true, 20],
  [true, false, 5],
  [false, true, 10],
  [false, false, 15],
] as const

test('the interval holds kappa, and is about what its standard error says where dialogues do not differ', () => {
  const interval = kappaInterval(Array.from({ length: 10 }, (_, index) => pairs(`dialogue ${index}`, textbook)).flat())
  assert.ok(interval !== null)
  // Of 500 pairs: 0.4 +- 1.96 * 0.0407 by the formula of Fleiss, Cohen and Everitt.
  assert.ok(Math.abs(interval.low - 0.32) < 0.015 && Math.abs(interval.high - 0.48) < 0.015, JSON.stringify(interval))
})

test('dialogues that differ make it wider than the same pairs in one', () => {
  const agreeing = pairs('one', [
    [true, true, 25],
    [false, false, 25],
  ])
  const opposed = pairs('other', [
    [true, false, 25],
    [false, true, 25],
  ])
  const wide = kappaInterval([...agreeing, ...opposed])
  const narrow = kappaInterval([...agreeing, ...opposed].map(pair => ({ ...pair, cluster: 'all' })))
  assert.ok(wide !== null && narrow !== null)
  assert.ok(wide.low < -0.99 && wide.high > 0.99, JSON.stringify(wide))
  assert.ok(narrow.high - narrow.low < 1)
})

test('where kappa is not defined there is no interval', () => {
  assert.equal(kappaInterval([]), null)
  assert.equal(kappaInterval(pairs('one', [[true, true, 9]])), null)
})
