import {
  add,
  addFloat64,
  constant,
  end,
  get,
  i32,
  lessThan,
  loop,
  multiplyFloat64,
  repeatIf,
  set,
  simd,
  tee,
  toFloat64,
  v128,
  widen,
} from './wasm-codes.ts'
import { writeWasm } from './write-wasm.ts'

// A WebAssembly module of one function, written out by hand; what `wat` would say stands beside each line.
//
// (func (export "sum") (param $into i32) (param $list i32) (param $listEnd i32) (param $dimensions i32))
//
// All but the last are addresses in its memory. The list has at least one entry: a float64 factor, then the address of a row of int8. To each of
// the float32 at $into the product of factor and value is added, entry by entry, in float64 and rounded to float32 each time: as JavaScript does
// for a Float32Array. $dimensions is a multiple of 16.

const into = 0
const list = 1
const listEnd = 2
const dimensions = 3
const place = 4
const entry = 5
const row = 6
const factor = 7
const eight = 8
const four = 9
/** Eight locals, of two sums each: float64 that hold float32. */
const sums = [10, 11, 12, 13, 14, 15, 16, 17]

const loadInt32 = (offset: number): number[] => [0x28, 2, offset]
const loadSplat = [simd, 0x0a, 3, 0] // v128.load64_splat
const loadInt8 = (offset: number): number[] => [simd, 0x01, 0, offset] // v128.load8x8_s: eight int8, each widened to int16
const loadPair = (offset: number): number[] => [simd, 0x5d, 2, offset] // v128.load64_zero
const storePair = (offset: number): number[] => [simd, 0x5b, 2, offset, 0] // v128.store64_lane 0
const firstFour = [simd, 0xa7, 0x01] // i32x4.extend_low_i16x8_s
const lastFour = [simd, 0xa8, 0x01] // i32x4.extend_high_i16x8_s
const secondPair = [get(four), get(four), [simd, 0x0d, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]].flat() // i8x16.shuffle
const narrow = [simd, 0x5e] // f32x4.demote_f64x2_zero

/** sum = float32(sum + factor x pair). */
const addPair = (sum: number, pair: readonly number[]): number[] =>
  [get(sum), get(factor), pair, toFloat64, multiplyFloat64, addFloat64, narrow, widen, set(sum)].flat()

const addEight = (offset: number, [first = 0, second = 0, third = 0, fourth = 0]: readonly number[]): number[] =>
  [
    [get(row), loadInt8(offset), tee(eight), firstFour, set(four)],
    [addPair(first, get(four)), addPair(second, secondPair)],
    [get(eight), lastFour, set(four)],
    [addPair(third, get(four)), addPair(fourth, secondPair)],
  ].flat(2)

const body = [
  loop, //                                                                     for each sixteen dimensions
  sums.flatMap((sum, index) => [get(into), loadPair(8 * index), widen, set(sum)].flat()),
  [get(list), set(entry)],
  loop, //                                                                       for each entry of the list
  [get(entry), loadSplat, set(factor), get(entry), loadInt32(8), get(place), add, set(row)],
  [addEight(0, sums.slice(0, 4)), addEight(8, sums.slice(4))],
  [get(entry), constant(16), add, tee(entry), get(listEnd), lessThan, repeatIf],
  end,
  sums.flatMap((sum, index) => [get(into), get(sum), narrow, storePair(8 * index)].flat()),
  [get(into), constant(64), add, set(into)],
  [get(place), constant(16), add, tee(place), get(dimensions), lessThan, repeatIf],
  end,
  end,
].flat(2)

/** Exports `memory` and `sum`. */
export const simdRowSumModule: Uint8Array<ArrayBuffer> = writeWasm([
  {
    name: 'sum',
    parameters: [i32, i32, i32, i32],
    locals: [2, 3, i32, 11, v128],
    body,
  },
])
