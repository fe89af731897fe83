import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { cohensKappa, flipRate, krippendorffsAlpha } from './agreement.ts'
import { bootstrapMean, type ClusteredValue } from './bootstrap-mean.ts'
import { mcNemar } from './mcnemar.ts'
import { wilsonInterval } from './wilson-interval.ts'

const near = (actual: number | null | undefined, expected: number, tolerance = 1e-9): void => {
  assert.ok(typeof actual === 'number' && Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`)
}

test('Wilson intervals are those of statsmodels 0.14', () => {
  const known: readonly [successes: number, trials: number, low: number, high: number][] = [
    [0, 10, 0, 0.27753279986288926],
    [5, 10, 0.23659309051256394, 0.7634069094874361],
    [10, 10, 0.7224672001371106, 1],
    [1194, 1540, 0.7538090258337036, 0.7954701732414191],
    [62, 96, 0.546243023422573, 0.734201596785605],
  ]
  for (const [successes, trials, low, high] of known) {
    near(wilsonInterval(successes, trials)?.low, low)
    near(wilsonInterval(successes, trials)?.high, high)
  }
  assert.equal(wilsonInterval(0, 0), null)
})

const pairs = (both: number, onlyFirst: number, onlySecond: number) => [
  ...Array.from({ length: both }, () => ({ first: true, second: true })),
  ...Array.from({ length: onlyFirst }, () => ({ first: true, second: false })),
  ...Array.from({ length: onlySecond }, () => ({ first: false, second: true })),
]

test("McNemar's exact p is that of scipy's two-sided binomial test", () => {
  const known: readonly [onlyFirst: number, onlySecond: number, p: number][] = [
    [0, 5, 0.0625],
    [9, 3, 0.14599609375],
    [10, 10, 1],
    [121, 59, 4.4344492637551645e-6],
    [1200, 1000, 2.1817026407914194e-5],
    [1, 0, 1],
    [0, 0, 1],
  ]
  for (const [onlyFirst, onlySecond, p] of known) {
    const result = mcNemar(pairs(7, onlyFirst, onlySecond))
    assert.deepEqual([result.onlyFirst, result.onlySecond], [onlyFirst, onlySecond])
    near(result.p, p, 1e-9)
  }
})

test("Cohen's kappa of the textbook table: 20 and 15 agreed of 50 is 0.4", () => {
  const ratings = (yes: number, no: number): readonly boolean[] => Array.from({ length: yes + no }, (_, index) => index < yes)
  near(cohensKappa(ratings(25, 25), [...ratings(20, 5), ...ratings(10, 15)]), 0.4)
  assert.equal(cohensKappa([true, true], [true, true]), null)
  near(cohensKappa([true, null, false], [true, false, false]), 1)
})

test("Krippendorff's alpha of his own nominal examples: 0.743 with gaps, 0.095 for two raters", () => {
  const gap = null
  const four = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, gap, gap, gap],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, gap, 3],
    [gap, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, gap],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, gap],
  ]
  near(krippendorffsAlpha(four), 0.743421052631579)
  const two = [
    [0, 1, 0, 0, 0, 0, 0, 0, 1, 0],
    [1, 1, 1, 0, 0, 1, 0, 0, 0, 0],
  ]
  near(krippendorffsAlpha(two), 0.09523809523809534)
  assert.equal(krippendorffsAlpha([[1], [gap]]), null)
  assert.equal(krippendorffsAlpha([]), null)
})

test('a verdict flips where one run of the judge says otherwise', () => {
  assert.equal(
    flipRate([
      [true, true, false, null],
      [true, false, false, null],
      [true, true, false, true],
    ]),
    0.5,
  )
  assert.equal(flipRate([]), null)
})

test('the cluster bootstrap is the same for the same seed, holds the mean, and is exact where all dialogues are alike', () => {
  const values = Array.from({ length: 60 }, (_, index): ClusteredValue => ({ cluster: `c${index % 6}`, value: ((index * 7) % 11) / 10 }))
  const once = bootstrapMean(values, { rounds: 2000, seed: 7 })
  assert.deepEqual(bootstrapMean(values, { rounds: 2000, seed: 7 }), once)
  assert.notDeepEqual(bootstrapMean(values, { rounds: 2000, seed: 8 }), once)
  near(once?.mean, values.reduce((sum, { value }) => sum + value, 0) / 60)
  assert.ok(once !== null && once.low < once.mean && once.mean < once.high)
  const alike = values.map(({ cluster }) => ({ cluster, value: 0.25 }))
  assert.deepEqual(bootstrapMean(alike, { rounds: 100 }), { mean: 0.25, low: 0.25, high: 0.25 })
  assert.equal(bootstrapMean([]), null)
})

test('dialogues that differ make the interval wider than the same values dealt out evenly', () => {
  const clustered = Array.from({ length: 100 }, (_, index) => ({ cluster: `c${index % 10}`, value: index % 10 < 5 ? 1 : 0 }))
  const even = clustered.map(({ value }, index) => ({ cluster: `c${Math.floor(index / 10)}`, value }))
  const width = (values: readonly ClusteredValue[]): number => {
    const { low, high } = bootstrapMean(values, { rounds: 2000 }) ?? { low: 0, high: 0 }
    return high - low
  }
  assert.ok(width(clustered) > 1.5 * width(even))
})

test('no interval leaves the range of its values', () => {
  const value = fc.record({ cluster: fc.constantFrom('a', 'b', 'c'), value: fc.constantFrom(0, 1) })
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 30 }), values => {
      const boot = bootstrapMean(values, { rounds: 50 })
      const wilson = wilsonInterval(values.filter(one => one.value === 1).length, values.length)
      for (const interval of [boot, wilson])
        assert.ok(interval !== null && interval.low >= 0 && interval.low <= interval.high && interval.high <= 1)
    }),
    { numRuns: 50 },
  )
})
