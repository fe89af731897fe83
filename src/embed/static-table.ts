import { open, readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { EngramError } from '../errors.ts'
import { packageFile } from '../lib/package-file.ts'
import type { QuantisedVector } from '../lib/quantise-vector.ts'
import { type Bags, createRowSums, roomForTable } from '../lib/row-sums.ts'
import { readTokenTable, type TokenTable } from '../lib/token-table.ts'
import { createWordPiece } from './word-piece.ts'

/** One fixed vector a word piece, distilled from a small transformer: a text's vector is the weighted sum of its pieces' vectors. */
export interface StaticTable {
  readonly id: string
  readonly dimensions: number
  readonly vocabularySize: number
  /** The pieces of a text that have a vector, in order, with repeats. None for a text without a Latin word or a digit. */
  tokenIds(text: string): Uint16Array
  /** Of each of some bags of tokens the sum of weights[token] x vector of the token, one after the other. */
  sums(bags: Bags, range: { readonly from: number; readonly to: number; readonly weights: Float64Array }): Float32Array
  /** The unit vector of one token as `quantiseVector` gives it; null for the few whose bytes would have to be worked out. */
  quantised(token: number): QuantisedVector | null
  /**
   * The sum of weights[i] x vector of tokens[i], scaled to unit length; all zeros where nothing has weight. Written to `into` when given,
   * which must have `dimensions` places.
   */
  pool(tokens: ArrayLike<number>, weights: ArrayLike<number>, into?: Float32Array): Float32Array
}

export const staticTableId = 'static-minilm/1/128'
export const staticTableDimensions = 128
const tablePath = 'assets/static-table/table.bin'
const vocabularyPath = 'assets/static-table/vocabulary.bin'

let loading: Promise<StaticTable> | null = null

/** The table that comes with the package, read on first need: it is 4 MB, which opening a store should not pay. */
export function loadStaticTable(): Promise<StaticTable> {
  loading ??= readTable()
  return loading
}

async function readTable(): Promise<StaticTable> {
  const [table, vocabulary] = await Promise.all([readInPlace(packageFile(tablePath)), readFile(packageFile(vocabularyPath))])
  return createStaticTable(table, readTokenTable(vocabulary, vocabularyPath), { id: staticTableId, dimensions: staticTableDimensions })
}

/** Into where it will be summed up. */
async function readInPlace(path: URL): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const room = roomForTable(size)
    let length = 0
    for (let read = size; read > 0 && length < size; length += read) {
      const { bytesRead } = await file.read(room, length, size - length, length)
      read = bytesRead
    }
    return room.subarray(0, length)
  } finally {
    await file.close()
  }
}

/** `bytes`: a float32 scale for each piece of the vocabulary, little-endian, then an int8 row for each. Throws bad_file when the size differs. */
export function createStaticTable(bytes: Uint8Array, vocabulary: TokenTable, identity: TableIdentity): StaticTable {
  const { id, dimensions: width } = identity
  const expected = vocabulary.size * (Float32Array.BYTES_PER_ELEMENT + width)
  if (bytes.byteLength !== expected) {
    throw new EngramError(
      'bad_file',
      `${id}: expected ${expected} bytes for ${vocabulary.size} pieces of ${width} dimensions, got ${bytes.byteLength}. Reinstall the package.`,
      { file: tablePath },
    )
  }
  const scales = readScales(bytes.subarray(0, vocabulary.size * Float32Array.BYTES_PER_ELEMENT))
  const rows = new Int8Array(bytes.buffer, bytes.byteOffset + scales.byteLength, vocabulary.size * width)
  const wordPiece = createWordPiece(vocabulary)
  const { sums } = createRowSums({ rows, scales, dimensions: width })
  const sum = new Float64Array(width)

  return {
    id,
    dimensions: width,
    vocabularySize: vocabulary.size,
    tokenIds(text) {
      const ids = wordPiece.encode(text)
      const kept = new Uint16Array(ids.length)
      let count = 0
      for (const id of ids) if (scales[id] !== 0) kept[count++] = id
      return count === kept.length ? kept : kept.slice(0, count)
    },
    sums,
    quantised(token) {
      const from = token * width
      const scale = scales[token] ?? 0
      let squares = 0
      let largest = 0
      for (let place = 0; place < width; place++) {
        const value = rows[from + place] ?? 0
        squares += scale * value * (scale * value)
        if (value > largest) largest = value
        else if (-value > largest) largest = -value
      }
      if (largest !== 127 || squares === 0) return null
      // By way of a float32, as the values of a vector have.
      return { values: rows.subarray(from, from + width), scale: Math.fround(scale * largest * (1 / Math.sqrt(squares))) / 127 }
    },
    pool(tokens, weights, into = new Float32Array(width)) {
      sum.fill(0)
      for (let index = 0; index < tokens.length; index++) {
        const token = tokens[index] ?? 0
        const factor = (weights[index] ?? 0) * (scales[token] ?? 0)
        if (factor === 0) continue
        const start = token * width
        for (let place = 0; place < width; place++) sum[place] = (sum[place] ?? 0) + factor * (rows[start + place] ?? 0)
      }
      let squares = 0
      for (let place = 0; place < width; place++) squares += (sum[place] ?? 0) * (sum[place] ?? 0)
      const factor = squares === 0 ? 0 : 1 / Math.sqrt(squares)
      for (let place = 0; place < width; place++) into[place] = (sum[place] ?? 0) * factor
      return into
    },
  }
}

export interface TableIdentity {
  readonly id: string
  readonly dimensions: number
}

/** A view of the bytes where they lie right for one, a copy where they don't. */
function readScales(bytes: Uint8Array): Float32Array {
  const count = bytes.byteLength / Float32Array.BYTES_PER_ELEMENT
  if (endianness() === 'LE' && bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0) {
    return new Float32Array(bytes.buffer, bytes.byteOffset, count)
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float32Array.from({ length: count }, (_, index) => view.getFloat32(index * Float32Array.BYTES_PER_ELEMENT, true))
}
