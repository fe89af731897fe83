import { simdRowSumModule } from './simd-row-sum-module.ts'

/** Rows of bytes, each with a scale, that are added up by weight. */
export interface RowSums {
  /** WebAssembly SIMD or plain JavaScript: the numbers are the same. */
  readonly by: 'simd' | 'script'
  /**
   * Of each of some bags of rows the sum of scale x weight x row, one after the other. Products and sums are float64, and each sum is rounded to
   * float32 when a row has been added.
   */
  sums(bags: Bags, range: { readonly from: number; readonly to: number; readonly weights: Float64Array }): Float32Array
}

/** Bag i holds rows[starts[i]] up to rows[starts[i + 1]]. */
export interface Bags {
  readonly rows: Uint16Array
  readonly starts: ArrayLike<number>
}

export interface RowTable {
  /** SIMD can be had where they lie in `roomForTable`. */
  readonly rows: Int8Array
  readonly scales: Float32Array
  readonly dimensions: number
}

interface Bag {
  readonly rows: Uint16Array
  readonly start: number
  readonly end: number
}

/** into[place..] += the weighted rows of a bag. */
type AddBag = (bag: Bag, weights: Float64Array, into: Float32Array, place: number) => void

/** SIMD takes sixteen dimensions a step: where they don't come out even, or the rows lie elsewhere, it is done in JavaScript. */
export function createRowSums(table: RowTable): RowSums {
  const { rows, dimensions } = table
  const engine = dimensions % 16 === 0 && dimensions <= mostDimensions ? engineOf.get(rows.buffer) : undefined
  const addBag = engine === undefined ? scriptAdder(table) : simdAdder(engine, table)
  return {
    by: engine === undefined ? 'script' : 'simd',
    sums(bags, { from, to, weights }) {
      const sums = new Float32Array((to - from) * dimensions)
      for (let bag = from; bag < to; bag++) {
        const start = bags.starts[bag] ?? 0
        addBag({ rows: bags.rows, start, end: bags.starts[bag + 1] ?? start }, weights, sums, (bag - from) * dimensions)
      }
      return sums
    },
  }
}

function scriptAdder({ rows, scales, dimensions }: RowTable): AddBag {
  return (bag, weights, into, place) => {
    for (let index = bag.start; index < bag.end; index++) {
      const row = bag.rows[index] ?? 0
      const factor = (scales[row] ?? 0) * (weights[row] ?? 0)
      const first = row * dimensions
      for (let next = 0; next < dimensions; next++) into[place + next] = (into[place + next] ?? 0) + factor * (rows[first + next] ?? 0)
    }
  }
}

interface Engine {
  /** The sum lies at its begin, then the list of factors and rows, then the table. */
  readonly memory: WebAssembly.Memory
  sum(into: number, list: number, listEnd: number, dimensions: number): void
}

const page = 65536
const mostDimensions = 4096
const listAt = mostDimensions * Float32Array.BYTES_PER_ELEMENT
const entrySize = 16
const mostEntries = 1024
const tableAt = listAt + entrySize * mostEntries

/** By the buffer that a table lies in. */
const engineOf = new WeakMap<ArrayBufferLike, Engine>()

function simdAdder({ memory, sum }: Engine, { rows, scales, dimensions }: RowTable): AddBag {
  const { buffer } = memory
  const summed = new Float32Array(buffer, 0, dimensions)
  const factors = new Float64Array(buffer, listAt, 2 * mostEntries)
  const addresses = new Int32Array(buffer, listAt, 4 * mostEntries)
  return (bag, weights, into, place) => {
    if (bag.start === bag.end) return
    summed.fill(0)
    for (let start = bag.start; start < bag.end; start += mostEntries) {
      const count = Math.min(mostEntries, bag.end - start)
      for (let index = 0; index < count; index++) {
        const row = bag.rows[start + index] ?? 0
        factors[2 * index] = (scales[row] ?? 0) * (weights[row] ?? 0)
        addresses[4 * index + 2] = rows.byteOffset + row * dimensions
      }
      sum(0, listAt, listAt + count * entrySize, dimensions)
    }
    into.set(summed, place)
  }
}

/** Room for a table of so many bytes, where SIMD finds it. A machine without SIMD, or whose address space is limited, has it elsewhere. */
export function roomForTable(size: number): Uint8Array<ArrayBuffer> {
  const engine = WebAssembly.validate(simdRowSumModule) ? loadEngine(size) : null
  if (engine === null) return new Uint8Array(size)
  const { buffer } = engine.memory
  engineOf.set(buffer, engine)
  return new Uint8Array(buffer, tableAt, size)
}

function loadEngine(size: number): Engine | null {
  try {
    const { memory, sum } = new WebAssembly.Instance(new WebAssembly.Module(simdRowSumModule)).exports
    if (!(memory instanceof WebAssembly.Memory) || typeof sum !== 'function') return null
    memory.grow(Math.max(0, Math.ceil((tableAt + size) / page) - 1))
    return { memory, sum: (...call) => sum(...call) }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
