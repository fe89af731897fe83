import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createTopIndices, topIndices } from './top-indices.ts'

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

test('values that come in stretches are kept as if they came at once, but for those that are not wanted', () => {
  const size = 20
  const values = fc.array(fc.integer({ min: -3, max: 6 }), { minLength: size, maxLength: size })
  fc.assert(
    fc.property(
      values,
      fc.nat({ max: 9 }),
      fc.integer({ min: 1, max: size }),
      fc.integer({ min: 2, max: 5 }),
      (all, count, step, other) => {
        const wanted = (index: number): boolean => index % other !== 0
        const top = createTopIndices(count)
        for (let from = 0; from < size; from += step) top.offer(Float64Array.from(all.slice(from, from + step)), from, wanted)
        const { indices, values } = top.take()
        const expected = topIndices(
          Float64Array.from(all, (value, index) => (wanted(index) ? value : Number.NEGATIVE_INFINITY)),
          count,
        )
        assert.deepEqual(indices, expected)
        assert.deepEqual(
          values,
          expected.map(index => all[index]),
        )
      },
    ),
  )
})
