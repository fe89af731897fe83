import { simdDotsModule } from './simd-dots-module.ts'

/** Dot products of one query with many packed vectors of bytes. */
export interface DotKernel {
  /** WebAssembly SIMD or plain JavaScript: the numbers are the same. */
  readonly by: 'simd' | 'script'
  /**
   * into[i] = (query . vector i) x scale x scales[i], the product exact; vector i lies at [i x dimensions, (i + 1) x dimensions). What they sum up to comes
   * back, added up by fours, so that a processor needn't wait for one addition to begin the next.
   */
  cosines(query: Int8Array, vectors: Int8Array, into: Float64Array, scaling: Scaling): Sums
  /** Room for so many vectors, more than there was, which holds what `vectors` held; that must not be used any more. */
  grown(vectors: Int8Array, count: number): Int8Array
}

export interface Scaling {
  /** Of the query. */
  readonly scale: number
  /** By vector. */
  readonly scales: Float32Array
  /** The first so many. */
  readonly count: number
}

export interface Sums {
  readonly sum: number
  readonly squares: number
  /** Minus infinity of none. */
  readonly highest: number
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
      cosines: (...call) => scriptCosines(dimensions, ...call),
      grown: (vectors, count) => copied(vectors, new Int8Array(count * dimensions)),
    }
  }
  return {
    by: 'simd',
    cosines: (query, vectors, into, scaling) =>
      simdCosines(engineOf.get(vectors.buffer) ?? shared, dimensions, { query, vectors, into, scaling }),
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

/** Vectors at once: what comes out stays in the processor's cache until it is a cosine. */
const atOnce = 8192
const scriptScores = new Int32Array(atOnce)

function scriptCosines(
  dimensions: number,
  query: Int8Array,
  vectors: Int8Array,
  into: Float64Array,
  { scale, scales, count }: Scaling,
): Sums {
  const tally = newTally(new Float64Array(tallied))
  for (let start = 0; start < count; start += atOnce) {
    const taken = Math.min(atOnce, count - start)
    scriptDots(dimensions, query, vectors.subarray(start * dimensions), scriptScores, taken)
    scaleInto(into.subarray(start, start + taken), { dots: scriptScores, scale, scales: scales.subarray(start), tally })
  }
  return sumsOf(tally)
}

interface Portion {
  readonly dots: Int32Array
  readonly scale: number
  readonly scales: Float32Array
  /** Four sums, of every fourth each, and four of squares; then two that are the highest of every other. They go on from portion to portion. */
  readonly tally: Float64Array
}

const tallied = 10

function newTally(tally: Float64Array): Float64Array {
  tally.fill(0)
  tally.fill(Number.NEGATIVE_INFINITY, 8)
  return tally
}

function scaleInto(into: Float64Array, portion: Portion): void {
  const { dots, scale, scales, tally } = portion
  let [sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0, squares0 = 0, squares1 = 0, squares2 = 0, squares3 = 0, highest = 0] = tally
  const even = into.length - (into.length % 4)
  for (let index = 0; index < even; index += 4) {
    const value0 = (dots[index] ?? 0) * scale * (scales[index] ?? 0)
    const value1 = (dots[index + 1] ?? 0) * scale * (scales[index + 1] ?? 0)
    const value2 = (dots[index + 2] ?? 0) * scale * (scales[index + 2] ?? 0)
    const value3 = (dots[index + 3] ?? 0) * scale * (scales[index + 3] ?? 0)
    into[index] = value0
    into[index + 1] = value1
    into[index + 2] = value2
    into[index + 3] = value3
    sum0 += value0
    sum1 += value1
    sum2 += value2
    sum3 += value3
    squares0 += value0 * value0
    squares1 += value1 * value1
    squares2 += value2 * value2
    squares3 += value3 * value3
    highest = Math.max(highest, value0, value1, value2, value3)
  }
  tally.set([sum0, sum1, sum2, sum3, squares0, squares1, squares2, squares3, highest])
  scaleRest(into, even, portion)
}

/** From a place on to the end, where fewer than four are left. */
function scaleRest(into: Float64Array, from: number, { dots, scale, scales, tally }: Portion): void {
  for (let index = from; index < into.length; index++) {
    const value = (dots[index] ?? 0) * scale * (scales[index] ?? 0)
    into[index] = value
    tally[0] = (tally[0] ?? 0) + value
    tally[4] = (tally[4] ?? 0) + value * value
    tally[8] = Math.max(tally[8] ?? value, value)
  }
}

function sumsOf([
  sum0 = 0,
  sum1 = 0,
  sum2 = 0,
  sum3 = 0,
  squares0 = 0,
  squares1 = 0,
  squares2 = 0,
  squares3 = 0,
  ...highest
]: Float64Array): Sums {
  return {
    sum: sum0 + sum1 + (sum2 + sum3),
    squares: squares0 + squares1 + (squares2 + squares3),
    // No minus zero, which one way of adding up might meet first and another not.
    highest: Math.max(...highest) + 0,
  }
}

interface SimdEngine {
  /** The query lies at its begin, then what comes out, then vectors. */
  readonly memory: WebAssembly.Memory
  /** Of four times `each` vectors. */
  dots(query: number, vectors: number, into: number, each: number, dimensions: number): void
  /** Up to the address `end` of dots, four at a time. */
  scale(dots: number, scales: number, into: number, end: number, tally: number, scale: number): void
  views: Views
}

/** Of an engine's memory, as it is until it grows. */
interface Views {
  readonly buffer: ArrayBuffer
  readonly query: Int16Array
  readonly dots: Int32Array
  readonly scales: Float32Array
  readonly cosines: Float64Array
  readonly tally: Float64Array
  /** Where vectors pass through that lie elsewhere. */
  readonly portion: Int8Array
}

const page = 65536
const mostDimensions = 16384
/** Vectors that are read side by side. */
const streams = 4
const dotsAt = 2 * mostDimensions
const scalesAt = dotsAt + atOnce * Int32Array.BYTES_PER_ELEMENT
const cosinesAt = scalesAt + atOnce * Float32Array.BYTES_PER_ELEMENT
const tallyAt = cosinesAt + atOnce * Float64Array.BYTES_PER_ELEMENT
const vectorsAt = tallyAt + page
/** All kernels share one small memory, through which vectors pass in portions that stay in the processor's cache. */
const portionSize = 3 * page
/**
 * From so many bytes on, vectors lie in a memory of their own, as the copying would take as long as the products. Not below: each such memory
 * takes gigabytes of address space.
 */
const ownMemory = 16 * page

/** By the buffer that vectors lie in. */
const engineOf = new WeakMap<ArrayBufferLike, SimdEngine>()

let loaded: SimdEngine | null | undefined

function sharedEngine(): SimdEngine | null {
  if (loaded === undefined) loaded = WebAssembly.validate(simdDotsModule) ? loadEngine() : null
  return loaded
}

function loadEngine(): SimdEngine | null {
  const { memory, dots, scale } = new WebAssembly.Instance(new WebAssembly.Module(simdDotsModule)).exports
  if (!(memory instanceof WebAssembly.Memory) || typeof dots !== 'function' || typeof scale !== 'function') return null
  makeRoom(memory, portionSize)
  return { memory, dots: (...call) => dots(...call), scale: (...call) => scale(...call), views: viewsOf(memory) }
}

function viewsOf({ buffer }: WebAssembly.Memory): Views {
  return {
    buffer,
    query: new Int16Array(buffer, 0, mostDimensions),
    dots: new Int32Array(buffer, dotsAt, atOnce),
    scales: new Float32Array(buffer, scalesAt, atOnce),
    cosines: new Float64Array(buffer, cosinesAt, atOnce),
    tally: new Float64Array(buffer, tallyAt, tallied),
    portion: new Int8Array(buffer, vectorsAt, portionSize),
  }
}

/** For so many bytes of vectors, and what is read beyond them where their count is no multiple of the streams. */
function makeRoom(memory: WebAssembly.Memory, size: number): void {
  const needed = vectorsAt + size + streams * mostDimensions
  memory.grow(Math.max(0, Math.ceil((needed - memory.buffer.byteLength) / page)))
}

interface Asked {
  readonly query: Int8Array
  readonly vectors: Int8Array
  readonly into: Float64Array
  readonly scaling: Scaling
}

/** A portion after the other, each but the last a multiple of four. */
function simdCosines(engine: SimdEngine, dimensions: number, { query, vectors, into, scaling }: Asked): Sums {
  if (engine.views.buffer !== engine.memory.buffer) engine.views = viewsOf(engine.memory)
  const { views } = engine
  const { scale, scales, count } = scaling
  const inPlace = vectors.buffer === views.buffer
  const room = Math.floor(portionSize / dimensions)
  const most = inPlace ? atOnce : Math.min(room - (room % streams), atOnce)
  const tally = newTally(views.tally)
  views.query.set(query)
  for (let start = 0; start < count; start += most) {
    const taken = Math.min(most, count - start)
    const even = taken - (taken % 4)
    const own = scales.subarray(start, start + taken)
    if (!inPlace) views.portion.set(vectors.subarray(start * dimensions, (start + taken) * dimensions))
    const at = inPlace ? vectors.byteOffset + start * dimensions : vectorsAt
    engine.dots(0, at, dotsAt, Math.ceil(taken / streams), dimensions)
    if (even > 0) {
      views.scales.set(own)
      engine.scale(dotsAt, scalesAt, cosinesAt, dotsAt + even * Int32Array.BYTES_PER_ELEMENT, tallyAt, scale)
      into.set(views.cosines.subarray(0, even), start)
    }
    scaleRest(into.subarray(start, start + taken), even, { dots: views.dots, scale, scales: own, tally })
  }
  return sumsOf(tally)
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
