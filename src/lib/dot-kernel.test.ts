import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createDotKernel, type DotKernel } from './dot-kernel.ts'

/** Of the query with the first `count` vectors. */
function dots(kernel: DotKernel, query: Int8Array, vectors: Int8Array, count: number): number[] {
  const into = new Float64Array(count)
  kernel.cosines(query, vectors, into, { scale: 1, scales: new Float32Array(count).fill(1), count })
  return [...into]
}

const bytes = (length: number): fc.Arbitrary<Int8Array> => fc.int8Array({ minLength: length, maxLength: length })

test('SIMD and JavaScript give the same cosines and sums, to the last bit', () => {
  const shape = fc.record({ dimensions: fc.constantFrom(16, 48, 128, 384), count: fc.integer({ min: 0, max: 20 }) })
  const input = shape.chain(({ dimensions, count }) =>
    fc.record({
      query: bytes(dimensions),
      vectors: bytes(dimensions * count),
      scales: fc.float32Array({ minLength: count, maxLength: count, noNaN: true, min: 0, max: 1 }),
      scale: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  )
  fc.assert(fc.property(input, ({ query, vectors, scales, scale }) => assertSameCosines(query, vectors, scales, scale)))
})

test('so they do over many portions, and where vectors have room of their own', () => {
  const dimensions = 128
  for (const count of [1_539, 8_193, 30_001]) {
    const vectors = new Int8Array(dimensions * count)
    for (let place = 0; place < vectors.length; place++) vectors[place] = (place * 37 + (place >> 7)) % 251
    const scales = Float32Array.from({ length: count }, (_, index) => 0.001 * (1 + (index % 13)))
    const query = Int8Array.from({ length: dimensions }, (_, place) => (place * 53) % 127)
    assertSameCosines(query, createDotKernel({ dimensions }).grown(vectors, count), scales, 0.01)
  }
})

function assertSameCosines(query: Int8Array, vectors: Int8Array, scales: Float32Array, scale: number): void {
  const count = scales.length
  const [simd, script] = [true, false].map(simd => {
    const kernel = createDotKernel({ dimensions: query.length, simd })
    const into = new Float64Array(count + 1).fill(5)
    const sums = kernel.cosines(query, vectors, into, { scale, scales, count })
    return { sums, into, by: kernel.by }
  })
  assert.equal(simd?.by, 'simd')
  assert.deepEqual({ ...simd, by: 'script' }, script)
  const { into, sums } = script ?? { into: new Float64Array(), sums: null }
  const cosines = [...into.subarray(0, count)]
  assert.equal(into.at(-1), 5)
  assert.equal(sums?.highest, Math.max(...cosines) + 0)
  const sum = cosines.reduce((total, cosine) => total + cosine, 0)
  const size = cosines.reduce((total, cosine) => total + Math.abs(cosine), 1)
  assert.ok(Math.abs((sums?.sum ?? 0) - sum) < 1e-9 * size)
}

test('the extremes do not overflow', () => {
  const kernel = createDotKernel({ dimensions: 4096 })
  const lowest = new Int8Array(4096).fill(-128)
  assert.deepEqual(dots(kernel, lowest, lowest, 1), [4096 * 128 * 128])
})

test('more vectors than pass at once all get their score', () => {
  for (const dimensions of [16, 128, 208]) {
    const kernel = createDotKernel({ dimensions })
    const count = 30_000
    const vectors = new Int8Array(count * dimensions)
    for (let index = 0; index < count; index++) vectors[index * dimensions + (index % dimensions)] = 1 + (index % 100)
    assert.ok(dots(kernel, new Int8Array(dimensions).fill(2), vectors, count).every((dot, index) => dot === 2 * (1 + (index % 100))))
  }
})

test('kernels of several dimensions work side by side', () => {
  const ones = new Int8Array(32).fill(1)
  for (const dimensions of [16, 32, 16]) {
    assert.deepEqual(dots(createDotKernel({ dimensions }), ones.subarray(0, dimensions), ones, 1), [dimensions])
  }
})

test('dimensions that are no multiple of sixteen are taken in JavaScript', () => {
  const kernel = createDotKernel({ dimensions: 3 })
  assert.deepEqual(dots(kernel, Int8Array.of(1, 2, 3), Int8Array.of(1, 1, 1, -1, 0, 2), 2), [6, 5])
  assert.equal(kernel.by, 'script')
})

test('this engine has SIMD', () => {
  assert.equal(createDotKernel({ dimensions: 128 }).by, 'simd')
})

test('vectors that have room of their own keep their bytes as it grows, and give the same numbers', () => {
  const dimensions = 128
  const [simd, script] = [true, false].map(simd => {
    const kernel = createDotKernel({ dimensions, simd })
    let vectors: Int8Array = new Int8Array(0)
    let all: number[] = []
    for (const count of [3, 9_000, 9_001, 40_000]) {
      const filled = vectors.length
      vectors = kernel.grown(vectors, count)
      for (let place = filled; place < vectors.length; place++) vectors[place] = (place * 37 + (place >> 7)) % 251
      all = dots(kernel, vectors.subarray(dimensions, 2 * dimensions).slice(), vectors, count)
    }
    return [...all, ...dots(kernel, new Int8Array(dimensions).fill(3), vectors.subarray(39_995 * dimensions), 5)]
  })
  assert.deepEqual(simd, script)
})

test('a block that grows is not another one: both keep their own vectors', () => {
  const kernel = createDotKernel({ dimensions: 128 })
  const blocks = [1, 2].map(value => ({ value, vectors: kernel.grown(new Int8Array(0), 10_000).fill(value) }))
  for (const { value, vectors } of blocks) {
    const all = dots(kernel, new Int8Array(128).fill(1), kernel.grown(vectors, 20_000), 20_000)
    assert.deepEqual([all[0], all[9_999], all[10_000]], [128 * value, 128 * value, 0])
  }
})
