import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { quantiseVector } from './quantise-vector.ts'

const vectors = fc.float32Array({ minLength: 1, maxLength: 40, noNaN: true, noDefaultInfinity: true, min: -1, max: 1 })

test('every value is within half a step of what it was, and the largest is kept', () => {
  fc.assert(
    fc.property(vectors, vector => {
      const { values, scale } = quantiseVector(vector)
      for (const [index, value] of vector.entries()) {
        assert.ok(Math.abs((values[index] ?? 0) * scale - value) <= scale * 0.5000001)
        assert.ok((values[index] ?? 0) >= -127)
      }
    }),
  )
})

test('a zero vector stays zero, whatever stood in its place', () => {
  assert.deepEqual(quantiseVector(new Float32Array(3), Int8Array.of(1, 2, 3)), { values: new Int8Array(3), scale: 0 })
})
