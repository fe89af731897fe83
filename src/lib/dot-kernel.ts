import { simdDotsModule } from './simd-dots-module.ts'

/** Dot products of one query with many packed vectors of bytes. */
export interface DotKernel {
  /** WebAssembly SIMD or plain JavaScript: the numbers are the same. */
  readonly by: 'simd' | 'script'
  /** into[i] = query . vector i, exact, for the first `count` vectors; vector i lies at [i x dimensions, (i + 1) x dimensions). */
  scores(query: Int8Array, vectors: Int8Array, into: Int32Array, count: number): void
  /** Room for so many vectors, more than there was, which holds what `vectors` held; that must not be used any more. */
  grown(vectors: Int8Array, count: number): Int8Array
}

export interface DotKernelOptions {
  readonly dimensions: number
  /** False: JavaScript even where SIMD could be had. */
  readonly simd?: boolean
}

/** SIMD takes sixteen dimensions a step: where they don't come out even, or the engine has none, it is done in JavaScript. */
export function createDotKernel({ dimensions, simd = true }: DotKernelOptions): DotKernel {
  const shared = simd && dimensions % 16 === 0 && dimensions <= mostDimensions ? sharedEngine() : null
  if (shared === null) {
    return {
      by: 'script',
      scores: (...call) => scriptDots(dimensions, ...call),
      grown: (vectors, count) => copied(vectors, new Int8Array(count * dimensions)),
    }
  }
  return {
    by: 'simd',
    scores(query, vectors, into, count) {
      const own = engineOf.get(vectors.buffer)
      if (own === undefined) copyingDots(shared, dimensions, query, vectors, into, count)
      else dotsInPlace(own, dimensions, query, vectors, into, count)
    },
    grown: (vectors, count) => grownIn(engineOf.get(vectors.buffer) ?? null, vectors, count * dimensions),
  }
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

interface SimdEngine {
  /** The query lies at its begin, then scores, then vectors. */
  readonly memory: WebAssembly.Memory
  /** Of four times `each` vectors. */
  dots(query: number, vectors: number, into: number, each: number, dimensions: number): void
}

const page = 65536
const mostDimensions = 16384
/** Vectors that are read side by side. */
const streams = 4
const scoresAt = 2 * mostDimensions
const scoresAtOnce = page / Int32Array.BYTES_PER_ELEMENT
const vectorsAt = scoresAt + page
/** All kernels share one small memory, through which vectors pass in portions that stay in the processor's cache. */
const portion = 3 * page
/**
 * From so many bytes on, vectors lie in a memory of their own, as the copying would take as long as the products. Not below: each such memory
 * takes gigabytes of address space.
 */
const ownMemory = 16 * page

/** By the buffer that vectors lie in. */
const engineOf = new WeakMap<ArrayBufferLike, SimdEngine>()

let loaded: SimdEngine | null | undefined

function sharedEngine(): SimdEngine | null {
  if (loaded === undefined) {
    loaded = WebAssembly.validate(simdDotsModule) ? loadEngine() : null
    if (loaded !== null) makeRoom(loaded.memory, portion)
  }
  return loaded
}

function loadEngine(): SimdEngine | null {
  const { memory, dots } = new WebAssembly.Instance(new WebAssembly.Module(simdDotsModule)).exports
  if (!(memory instanceof WebAssembly.Memory) || typeof dots !== 'function') return null
  return { memory, dots: (...call) => dots(...call) }
}

/** For so many bytes of vectors, and what is read beyond them where their count is no multiple of the streams. */
function makeRoom(memory: WebAssembly.Memory, size: number): void {
  const needed = vectorsAt + size + streams * mostDimensions
  memory.grow(Math.max(0, Math.ceil((needed - memory.buffer.byteLength) / page)))
}

function copyingDots(engine: SimdEngine, dimensions: number, query: Int8Array, vectors: Int8Array, into: Int32Array, count: number): void {
  const { buffer } = engine.memory
  const atOnce = Math.min(Math.floor(portion / dimensions), scoresAtOnce)
  new Int16Array(buffer, 0, dimensions).set(query)
  const room = new Int8Array(buffer, vectorsAt, portion)
  const scores = new Int32Array(buffer, scoresAt, scoresAtOnce)
  for (let start = 0; start < count; start += atOnce) {
    const taken = Math.min(atOnce, count - start)
    room.set(vectors.subarray(start * dimensions, (start + taken) * dimensions))
    engine.dots(0, vectorsAt, scoresAt, Math.ceil(taken / streams), dimensions)
    into.set(scores.subarray(0, taken), start)
  }
}

function dotsInPlace(engine: SimdEngine, dimensions: number, query: Int8Array, vectors: Int8Array, into: Int32Array, count: number): void {
  const { buffer } = engine.memory
  new Int16Array(buffer, 0, dimensions).set(query)
  const scores = new Int32Array(buffer, scoresAt, scoresAtOnce)
  for (let start = 0; start < count; start += scoresAtOnce) {
    const taken = Math.min(scoresAtOnce, count - start)
    engine.dots(0, vectors.byteOffset + start * dimensions, scoresAt, Math.ceil(taken / streams), dimensions)
    into.set(scores.subarray(0, taken), start)
  }
}

/** In place where the vectors have a memory of their own. A machine that gives them none, as its address space is limited, has them copied. */
function grownIn(own: SimdEngine | null, vectors: Int8Array, size: number): Int8Array {
  if (size < ownMemory) return copied(vectors, new Int8Array(size))
  try {
    const engine = own ?? loadEngine()
    if (engine === null) return copied(vectors, new Int8Array(size))
    const { memory } = engine
    makeRoom(memory, size)
    engineOf.set(memory.buffer, engine)
    const room = new Int8Array(memory.buffer, vectorsAt, size)
    return own === null ? copied(vectors, room) : room
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return copied(vectors, new Int8Array(size))
  }
}

function copied(vectors: Int8Array, into: Int8Array): Int8Array {
  into.set(vectors)
  return into
}
