import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { type Column, denseColumn, flagColumn, sparseColumn, standardColumn, stretchColumn } from './column.ts'
import { measured } from './measured.ts'
import { createSparseSum, sparseBuffer } from './sparse-scores.ts'

const size = 12
const value = fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 2, noNaN: true }))
const values = fc.array(value, { minLength: size, maxLength: size })

/** A column of these values, and what it must hold by passage. */
type Made = { readonly column: Column; readonly expected: readonly number[] }
const highest = (of: readonly number[]): number => Math.max(0, ...of)
const kinds: Readonly<Record<string, (of: readonly number[]) => Made>> = {
  dense: of => ({ column: denseColumn(Float64Array.from(of), highest(of)), expected: of }),
  standard(of) {
    // A zero stands for one that is not known.
    const { values, mean, highest: top } = measured(Float64Array.from(of, one => (one === 0 ? Number.NaN : one)))
    const deviation = 2
    return {
      column: standardColumn(values, { mean, deviation, highest: top }),
      expected: of.map(one => (one === 0 ? 0 : (one - mean) / deviation)),
    }
  },
  sparse(of) {
    const sum = createSparseSum(size)
    for (const [passage, amount] of [...of.entries()].reverse()) if (amount > 0) sum.add(passage, amount)
    return { column: sparseColumn(sum.take(sparseBuffer(size)), 4), expected: of.map(one => one / 4) }
  },
  flags: of => ({
    column: flagColumn(Int32Array.from([...of.keys()].filter(passage => of[passage] !== 0))),
    expected: of.map(one => (one === 0 ? 0 : 1)),
  }),
  stretches(of) {
    const [first = 0, second = 0] = of
    return {
      column: stretchColumn(Float64Array.of(first, 0, second), Int32Array.of(0, 5, 5, size), passage => (passage < 5 ? 0 : 2)),
      expected: of.map((_, passage) => (passage < 5 ? first : second)),
    }
  },
}

for (const [kind, make] of Object.entries(kinds)) {
  test(`a column of ${kind} adds and marks what it holds by passage, a block at a time`, () => {
    fc.assert(
      fc.property(
        values,
        values,
        fc.double({ min: -2, max: 2, noNaN: true }),
        fc.integer({ min: 1, max: size }),
        (of, before, weight, step) => {
          const { column, expected } = make(of)
          assert.deepEqual(
            expected.map((_, passage) => column.at(passage)),
            expected,
          )
          assert.equal(column.highest, highest(expected))
          const sums = Float64Array.from(before)
          for (let from = 0; from < size; from += step) column.addTo(sums.subarray(from, from + step), weight, from)
          for (const [passage, one] of before.entries()) {
            const sum = one + weight * (expected[passage] ?? 0)
            assert.ok(isNear(sums[passage] ?? 0, sum), `${sums[passage]} for ${sum}`)
          }
          for (const least of [0.25, 1]) {
            const marks = new Uint8Array(size)
            for (let from = 0; from < size; from += step) column.mark(marks.subarray(from, from + step), least, from)
            // Rounding may fall either way right at the bar.
            assert.deepEqual(
              [...marks],
              expected.map((one, passage) => (isNear(one, least) ? marks[passage] : one >= least ? 1 : 0)),
            )
          }
        },
      ),
    )
  })
}

/** But for what a different order of operations rounds. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other))
}

test('a sum begins at nothing again after it was taken', () => {
  const sum = createSparseSum(3)
  const buffer = sparseBuffer(3)
  sum.add(2, 1)
  sum.add(0, 1)
  sum.add(2, 0.5)
  const { passages, values: taken, highest: most } = sum.take(buffer)
  assert.deepEqual([[...passages], [...taken], most], [[0, 2], [1, 1.5], 1.5])
  sum.add(2, 3)
  assert.deepEqual([...sum.take(buffer).values], [3])
})
