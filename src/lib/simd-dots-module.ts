import {
  add,
  addFloat64,
  constant,
  end,
  f64,
  get,
  i32,
  lessThan,
  loop,
  multiply,
  multiplyFloat64,
  repeatIf,
  set,
  shiftLeft,
  simd,
  splatFloat64,
  subtract,
  tee,
  toFloat64,
  v128,
  widen,
} from './wasm-codes.ts'
import { writeWasm } from './write-wasm.ts'

// A WebAssembly module of two functions, written out by hand; what `wat` would say stands beside each line.
//
// (func (export "dots") (param $query i32) (param $vectors i32) (param $into i32) (param $each i32) (param $dimensions i32))
//
// All but the last two are addresses in its memory. The query's values are int16, so that they are widened once and not for every vector; those of
// the vectors are int8; what comes out is int32. There are four times $each vectors, read as four streams side by side, each of a quarter of them:
// one stream would wait for memory for half of the time. $dimensions is a multiple of 16 and $each at least 1.

const query = 0
const vectors = 1
const into = 2
const each = 3
const dimensions = 4
const place = 5
const queryEnd = 6
const apart = 7
const left = 8
/** By stream: where it is, and the sum of its vector. */
const streams = [vectors, 9, 10, 11] as const
const asked = 12
const sums = [13, 14, 15, 16] as const

const storeInt32 = [0x36, 2, 0]

const splat = [simd, 0x11] // i32x4.splat
const lane = (index: number): number[] => [simd, 0x1b, index] // i32x4.extract_lane
const addLanes = [simd, 0xae, 0x01] // i32x4.add
const dotPairs = [simd, 0xba, 0x01] // i32x4.dot_i16x8_s: eight products of int16, added two by two
const loadInt16 = (offset: number): number[] => [simd, 0x00, 4, offset] // v128.load
const loadInt8 = (offset: number): number[] => [simd, 0x01, 3, offset] // v128.load8x8_s: eight int8, each widened to int16

const ofEach = (code: (at: number, sum: number, stream: number) => number[]): number[] =>
  streams.flatMap((at, stream) => code(at, sums[stream] ?? 0, stream))

/** Eight dimensions of the vector in each stream: sum += query x vector, in four lanes. Offsets count dimensions. */
const eight = (offset: number): number[] => [
  ...[get(place), loadInt16(2 * offset), set(asked)].flat(),
  ...ofEach((at, sum) => [get(sum), get(asked), get(at), loadInt8(offset), dotPairs, addLanes, set(sum)].flat()),
]

/** The sum of the four lanes goes to into + stream x each. */
const store = (sum: number, stream: number): number[] => [
  ...[get(into), get(each), constant(4 * stream), multiply, add].flat(),
  ...[get(sum), lane(0), get(sum), lane(1), add, get(sum), lane(2), add, get(sum), lane(3), add, storeInt32].flat(),
]

const dotsBody = [
  [get(query), get(dimensions), constant(1), shiftLeft, add, set(queryEnd)], // queryEnd = query + 2 x dimensions
  [get(each), tee(left), get(dimensions), multiply, set(apart)], //             left = each, apart = each x dimensions
  streams.slice(1).flatMap((at, before) => [get(streams[before] ?? 0), get(apart), add, set(at)].flat()),
  loop, //                                                                      for each vector of a stream
  ofEach((_, sum) => [constant(0), splat, set(sum)].flat()),
  [get(query), set(place)], //                                                    sums = 0, place = query
  loop, //                                                                        for each sixteen dimensions
  [eight(0), eight(8)].flat(),
  ofEach(at => [get(at), constant(16), add, set(at)].flat()), //                    a stream moves on to its next vector by itself
  [get(place), constant(32), add, tee(place), get(queryEnd), lessThan, repeatIf],
  end,
  ofEach((_, sum, stream) => store(sum, stream)),
  [get(into), constant(4), add, set(into)],
  [get(left), constant(1), subtract, tee(left), repeatIf],
  end,
  end,
].flat(2)

// (func (export "scale") (param $dots i32) (param $scales i32) (param $into i32) (param $end i32) (param $tally i32) (param $scale f64))
//
// Dot products as cosines: float64($dots) x $scale x float64($scales), four at a time up to the address $end of dots, of which there are some. At $tally
// lie eight float64, which go on from call to call: four sums, of every fourth cosine each, and four of their squares; then two float64, the highest of
// every other. All as JavaScript would add them up.

const dots = 0
const scales = 1
const cosines = 2
const dotsEnd = 3
const tally = 4
const scale = 5
const factor = 6
const cosine = 7
const highest = 8
/** Of the first and the second pair of four. */
const pairSums = [9, 10] as const
const pairSquares = [11, 12] as const

const loadPair = (offset: number): number[] => [simd, 0x5d, 2, offset] // v128.load64_zero
const load = (offset: number): number[] => [simd, 0x00, 3, offset] // v128.load
const storeBoth = (offset: number): number[] => [simd, 0x0b, 3, offset] // v128.store
const higher = [simd, 0xf7, 0x01] // f64x2.pmax
/** Where they lie in the tally. */
const tallied = [...pairSums, ...pairSquares, highest].map((local, index) => ({ local, offset: 16 * index }))

const two = (pair: 0 | 1): number[] =>
  [
    [get(dots), loadPair(8 * pair), toFloat64, get(factor), multiplyFloat64],
    [get(scales), loadPair(8 * pair), widen, multiplyFloat64, set(cosine)],
    [get(cosines), get(cosine), storeBoth(16 * pair)],
    [get(pairSums[pair]), get(cosine), addFloat64, set(pairSums[pair])],
    [get(pairSquares[pair]), get(cosine), get(cosine), multiplyFloat64, addFloat64, set(pairSquares[pair])],
    [get(highest), get(cosine), higher, set(highest)],
  ].flat(2)

const scaleBody = [
  [get(scale), splatFloat64, set(factor)],
  tallied.flatMap(({ local, offset }) => [get(tally), load(offset), set(local)].flat()),
  loop, //                                                                      for each four
  [two(0), two(1)].flat(),
  [get(scales), constant(16), add, set(scales), get(cosines), constant(32), add, set(cosines)],
  [get(dots), constant(16), add, tee(dots), get(dotsEnd), lessThan, repeatIf],
  end,
  tallied.flatMap(({ local, offset }) => [get(tally), get(local), storeBoth(offset)].flat()),
  end,
].flat(2)

/** Exports `memory`, `dots` and `scale`. */
export const simdDotsModule: Uint8Array<ArrayBuffer> = writeWasm([
  { name: 'dots', parameters: [i32, i32, i32, i32, i32], locals: [2, 7, i32, 5, v128], body: dotsBody },
  { name: 'scale', parameters: [i32, i32, i32, i32, i32, f64], locals: [1, 7, v128], body: scaleBody },
])
