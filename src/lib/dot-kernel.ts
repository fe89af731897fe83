import { simdDotsModule } from './simd-dots-module.ts'

/** Dot products of one query with many packed vectors of bytes. */
export interface DotKernel {
  /** WebAssembly SIMD or plain JavaScript: the numbers are the same. */
  readonly by: 'simd' | 'script'
  /** into[i] = query . vector i, exact, for the first `count` vectors; vector i lies at [i x dimensions, (i + 1) x dimensions). */
  scores(query: Int8Array, vectors: Int8Array, into: Int32Array, count: number): void
}

export interface DotKernelOptions {
  readonly dimensions: number
  /** False: JavaScript even where SIMD could be had. */
  readonly simd?: boolean
}

/** SIMD takes sixteen dimensions a step: where they don't come out even, or the engine has none, it is done in JavaScript. */
export function createDotKernel({ dimensions, simd = true }: DotKernelOptions): DotKernel {
  const engine = simd && dimensions % 16 === 0 && dimensions <= mostDimensions ? simdEngine() : null
  if (engine === null) return { by: 'script', scores: (...call) => scriptDots(dimensions, ...call) }
  return { by: 'simd', scores: (...call) => simdDots(engine, dimensions, ...call) }
}

function scriptDots(dimensions: number, query: Int8Array, vectors: Int8Array, into: Int32Array, count: number): void {
  for (let index = 0; index < count; index++) {
    const start = index * dimensions
    let sum = 0
    // | 0 keeps the sum a machine integer: a fifth faster.
    for (let place = 0; place < dimensions; place++) sum = (sum + (query[place] ?? 0) * (vectors[start + place] ?? 0)) | 0
    into[index] = sum
  }
}

/**
 * One small memory for all kernels, through which vectors pass in portions that stay in the processor's cache. Vectors that lived in WebAssembly
 * memories of their own would spare the copy, but each such memory takes gigabytes of address space, and never shrinks.
 */
interface SimdEngine {
  readonly memory: ArrayBuffer
  dots(query: number, vectors: number, into: number, count: number, dimensions: number): void
}

const pages = 4
const portion = 3 * 65536
const mostDimensions = 16384
const vectorsAt = 2 * mostDimensions
const scoresAt = vectorsAt + portion

let loaded: SimdEngine | null | undefined

function simdEngine(): SimdEngine | null {
  if (loaded === undefined) loaded = loadEngine()
  return loaded
}

function loadEngine(): SimdEngine | null {
  const bytes = simdDotsModule(pages)
  if (!WebAssembly.validate(bytes)) return null
  const { memory, dots } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports
  if (!(memory instanceof WebAssembly.Memory) || typeof dots !== 'function') return null
  return { memory: memory.buffer, dots: (...call) => dots(...call) }
}

function simdDots(engine: SimdEngine, dimensions: number, query: Int8Array, vectors: Int8Array, into: Int32Array, count: number): void {
  const { memory, dots } = engine
  const atOnce = Math.min(Math.floor(portion / dimensions), (memory.byteLength - scoresAt) / Int32Array.BYTES_PER_ELEMENT)
  new Int16Array(memory, 0, dimensions).set(query)
  const room = new Int8Array(memory, vectorsAt, portion)
  const scores = new Int32Array(memory, scoresAt)
  for (let start = 0; start < count; start += atOnce) {
    const taken = Math.min(atOnce, count - start)
    room.set(vectors.subarray(start * dimensions, (start + taken) * dimensions))
    dots(0, vectorsAt, scoresAt, taken, dimensions)
    into.set(scores.subarray(0, taken), start)
  }
}
