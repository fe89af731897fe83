import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createByteVectors, createExactVectors, dot } from './record-vectors.ts'

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values)
  return Float32Array.from(values, value => (length === 0 ? 1 / Math.sqrt(values.length) : value / length))
}

const dimensions = 48
const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions }).map(unit)
const batches = fc.array(fc.dictionary(fc.constantFrom(...'abcdefghij'), vector, { noNullPrototype: true }), { maxLength: 5 })

test('each record has the cosine of the vector that it was last given: exactly, or as near as bytes are', () => {
  fc.assert(
    fc.property(batches, vector, (added, asked) => {
      const [exact, bytes] = [createExactVectors(), createByteVectors()]
      const last = new Map<string, Float32Array>()
      for (const batch of added) {
        for (const vectors of [exact, bytes]) vectors.add(new Map(Object.entries(batch)))
        for (const [id, given] of Object.entries(batch)) last.set(id, given)
      }
      for (const vectors of [exact, bytes]) assert.equal(vectors.size, last.size)
      const [exactCosines, byteCosines] = [exact.cosines(asked), bytes.cosines(asked)]
      for (const [id, given] of last) {
        const place = exact.placeOf(id) ?? -1
        assert.equal(bytes.placeOf(id), place)
        assert.equal(exactCosines[place], dot(asked, given))
        assert.ok(Math.abs((byteCosines[place] ?? 2) - dot(asked, given)) < 0.02)
      }
      assert.deepEqual([exact.has('z'), exact.placeOf('z'), bytes.has('z')], [false, undefined, false])
    }),
  )
})

test('bytes take a quarter of the room', () => {
  const [exact, bytes] = [createExactVectors(), createByteVectors()]
  for (const vectors of [exact, bytes]) {
    assert.equal(vectors.bytes, 0)
    vectors.add(new Map(Array.from({ length: 10 }, (_, place) => [`m${place}`, unit(Array(4_000).fill(1))])))
  }
  assert.ok(bytes.bytes < 0.3 * exact.bytes)
})
