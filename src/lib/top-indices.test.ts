import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { topIndices } from './top-indices.ts'

test('the top indices are those of a full sort, ties in index order, nothing at minus infinity', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constant(Number.NEGATIVE_INFINITY))),
      fc.nat({ max: 9 }),
      (values, count) => {
        const sorted = values
          .map((value, index) => ({ value, index }))
          .filter(({ value }) => value > Number.NEGATIVE_INFINITY)
          .sort((left, right) => right.value - left.value || left.index - right.index)
          .slice(0, count)
          .map(({ index }) => index)
        assert.deepEqual(topIndices(Float64Array.from(values), count), sorted)
      },
    ),
  )
})
