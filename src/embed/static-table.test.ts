import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import fc from 'fast-check'
import { writeTokenTable } from '../../scripts/write-token-table.ts'
import { quantiseVector } from '../lib/quantise-vector.ts'
import { readTokenTable } from '../lib/token-table.ts'
import { createStaticTable, loadStaticTable } from './static-table.ts'

const asset = (name: string): Buffer => readFileSync(new URL(`../../assets/static-table/${name}`, import.meta.url))
const table = await loadStaticTable()
const small = readTokenTable(writeTokenTable(['[UNK]', 'tea'].map(piece => new TextEncoder().encode(piece))), 'small')

const dot = (left: Float32Array, right: Float32Array): number => left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)
const vectorOf = (text: string): Float32Array => {
  const tokens = table.tokenIds(text)
  return table.pool(
    tokens,
    Array.from(tokens, () => 1),
  )
}

test('the manifest describes the table that is there', () => {
  const manifest = JSON.parse(asset('manifest.json').toString())
  assert.equal(manifest.id, table.id)
  assert.equal(manifest.dimensions, table.dimensions)
  assert.equal(manifest.vocabularySize, table.vocabularySize)
  for (const name of ['table.bin', 'vocabulary.txt']) {
    assert.equal(createHash('sha256').update(asset(name)).digest('hex'), manifest.files[name].sha256, name)
  }
})

test('the table is read once', () => {
  assert.equal(loadStaticTable(), loadStaticTable())
})

test('what means the same is nearer than what does not', () => {
  const violin = vectorOf('She plays the violin in an orchestra')
  assert.ok(dot(violin, vectorOf('Which musical instrument?')) > dot(violin, vectorOf('Which mountain did they climb?')) + 0.2)
})

test('text without a Latin word or a digit has no tokens, and so no direction', () => {
  for (const text of ['สวัสดีครับ เมื่อวานฉันไปตลาด', '👏🏽🎉 ❤️', '昨天我去了市场。', '?!… — ()', '[', '', '\u0000']) {
    assert.equal(table.tokenIds(text).length, 0, text)
    assert.ok(
      vectorOf(text).every(value => value === 0),
      text,
    )
  }
})

function ownVector(token: number): Float32Array {
  const bags = { rows: Uint16Array.of(token), starts: [0, 1] }
  return table.sums(bags, { from: 0, to: 1, weights: new Float64Array(table.vocabularySize).fill(1) })
}

test('a foreign word among English ones changes nothing', () => {
  assert.deepEqual(table.tokenIds('we ate 芒果 there'), table.tokenIds('we ate there'))
  assert.ok(ownVector(100).every(value => value === 0))
})

test('a pooled vector has unit length and does not depend on order, repeats as weights, or scale', () => {
  const token = fc.integer({ min: 1996, max: table.vocabularySize - 1 })
  const bag = fc.array(fc.record({ token, weight: fc.double({ min: 0.1, max: 8, noNaN: true }) }), { minLength: 1, maxLength: 20 })
  const pool = (items: readonly { readonly token: number; readonly weight: number }[], factor = 1): Float32Array =>
    table.pool(
      items.map(item => item.token),
      items.map(item => item.weight * factor),
    )
  fc.assert(
    fc.property(bag, items => {
      const vector = pool(items)
      const length = Math.sqrt(dot(vector, vector))
      assert.ok(length === 0 || Math.abs(length - 1) < 1e-5)
      const halves = items.flatMap(item => [item, item])
      for (const same of [pool(items.toReversed()), pool(items, 3), pool(halves, 0.5)]) {
        assert.ok(same.every((value, index) => Math.abs(value - (vector[index] ?? 0)) < 1e-4))
      }
    }),
  )
})

test('a vector is written where it is asked to be, over what was there', () => {
  const into = new Float32Array(table.dimensions).fill(7)
  assert.equal(table.pool([], [], into), into)
  assert.ok(into.every(value => value === 0))
})

test('one token pools to its own row', () => {
  const [token = 0] = table.tokenIds('harbour')
  const vector = ownVector(token)
  const pooled = table.pool([token], [2])
  const length = Math.hypot(...vector)
  for (const [index, value] of vector.entries()) assert.ok(Math.abs(value - (pooled[index] ?? 0) * length) < 1e-4)
})

test('what a token has as bytes is what its vector gives', () => {
  let given = 0
  for (let token = 0; token < table.vocabularySize; token++) {
    const quantised = table.quantised(token)
    if (quantised === null) continue
    given++
    assert.deepEqual({ ...quantised }, quantiseVector(table.pool([token], [1])), `token ${token}`)
  }
  assert.ok(given > 0.9 * table.vocabularySize)
})

test('a table of the wrong size is refused', () => {
  assert.throws(() => createStaticTable(new Uint8Array(13), small, { id: 'small', dimensions: 3 }), {
    code: 'bad_file',
    message: 'small: expected 14 bytes for 2 pieces of 3 dimensions, got 13. Reinstall the package.',
  })
})

test('a table is read right wherever its bytes lie', () => {
  const bytes = new Uint8Array(1 + 14)
  new DataView(bytes.buffer).setFloat32(1 + 4, 0.5, true)
  bytes.set([2, 4, 256 - 4], 1 + 8 + 3)
  const smallTable = createStaticTable(bytes.subarray(1), small, { id: 'small', dimensions: 3 })
  const bags = { rows: Uint16Array.of(0, 1, 0, 1), starts: [0, 1, 4, 4] }
  const sums = smallTable.sums(bags, { from: 1, to: 3, weights: Float64Array.of(5, 1.5) })
  assert.deepEqual(sums, Float32Array.of(3, 6, -6, 0, 0, 0))
  assert.deepEqual(smallTable.pool([1, 0], [1, 1]), Float32Array.of(1 / 3, 2 / 3, -2 / 3))
  assert.deepEqual(smallTable.tokenIds('tea or coffee'), Uint16Array.of(1))
})
