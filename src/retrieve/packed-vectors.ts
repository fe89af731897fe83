import { createDotKernel } from '../lib/dot-kernel.ts'
import { type QuantisedVector, quantiseVector } from '../lib/quantise-vector.ts'
import { createTally, type Measured, spreadOf, type Tally } from './measured.ts'

/** Vectors kept as bytes in one block, by number. */
export interface PackedVectors {
  /** Makes room for so many. */
  reserve(count: number): void
  set(index: number, vector: Float32Array): void
  setQuantised(index: number, vector: QuantisedVector): void
  /** Of a vector with the first `count`, -1 to 1; null where it is zero. They stand until it is asked again. */
  cosines(vector: Float32Array, count: number): Measured | null
  /** Those from `from` up to `to` whose cosine with a vector is above `least`, in their order; none where it is zero. */
  near(vector: Float32Array, range: { readonly from: number; readonly to: number; readonly least: number }): readonly Near[]
  /** The first `count`, which stand until one is added or changed. */
  keep(count: number): KeptVectors
  /** In the place of all there are. */
  restore(kept: KeptVectors): void
}

/** One after the other, with the scale of each. */
export interface KeptVectors {
  readonly values: Int8Array
  readonly scales: Float32Array
}

export interface Near {
  readonly index: number
  readonly cosine: number
}

/** More room than asked for, so that a growing space is not copied at each turn. */
const slack = 1.1
/** Products at once: they stay in the processor's cache until they are cosines. */
const atOnce = 8192
const dots = new Int32Array(atOnce)

export function createPackedVectors(dimensions: number): PackedVectors {
  const kernel = createDotKernel({ dimensions })
  let packed: Int8Array = new Int8Array(0)
  let scales = new Float32Array(0)
  let found = new Float64Array(0)
  const asked = new Int8Array(dimensions)

  function reserve(count: number): void {
    if (count <= scales.length) return
    const room = Math.ceil(count * slack)
    const longer = new Float32Array(room)
    longer.set(scales)
    packed = kernel.grown(packed, room)
    scales = longer
  }

  return {
    reserve,
    set(index, vector) {
      scales[index] = quantiseVector(vector, packed.subarray(index * dimensions, (index + 1) * dimensions)).scale
    },
    setQuantised(index, { values, scale }) {
      packed.set(values, index * dimensions)
      scales[index] = scale
    },
    cosines(vector, count) {
      const { values, scale } = quantiseVector(vector, asked)
      if (scale === 0) return null
      // With room to grow, as it is not the same number at any two questions of a space that is told something in between.
      if (found.length < count) found = new Float64Array(scales.length)
      const tally = createTally()
      for (let start = 0; start < count; start += atOnce) {
        const taken = Math.min(atOnce, count - start)
        kernel.scores(values, start === 0 ? packed : packed.subarray(start * dimensions), dots, taken)
        scaleInto(found.subarray(start, start + taken), { scale, scales: scales.subarray(start), tally })
      }
      return { values: found.subarray(0, count), ...spreadOf(tally), highest: tally.highest }
    },
    near(vector, { from, to, least }) {
      const { values, scale } = quantiseVector(vector, asked)
      const nearest: Near[] = []
      if (scale === 0) return nearest
      for (let start = from; start < to; start += atOnce) {
        const taken = Math.min(atOnce, to - start)
        kernel.scores(values, start === 0 ? packed : packed.subarray(start * dimensions), dots, taken)
        for (let index = 0; index < taken; index++) {
          const cosine = (dots[index] ?? 0) * scale * (scales[start + index] ?? 0)
          if (cosine > least) nearest.push({ index: start + index, cosine })
        }
      }
      return nearest
    },
    keep: count => ({ values: packed.subarray(0, count * dimensions), scales: scales.subarray(0, count) }),
    restore(kept) {
      reserve(kept.scales.length)
      packed.set(kept.values)
      scales.set(kept.scales)
    },
  }
}

interface Scaling {
  readonly scale: number
  readonly scales: Float32Array
  readonly tally: Tally
}

/**
 * The dot products as cosines, added up on the way. Four at once: each sum is then its own chain of additions, and the processor waits for none. A loop of
 * its own for each step took three times as long.
 */
function scaleInto(into: Float64Array, { scale, scales, tally }: Scaling): void {
  let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0]
  let [squares0, squares1, squares2, squares3] = [0, 0, 0, 0]
  let { highest } = tally
  const even = into.length - (into.length % 4)
  let index = 0
  for (; index < even; index += 4) {
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
    if (value0 > highest) highest = value0
    if (value1 > highest) highest = value1
    if (value2 > highest) highest = value2
    if (value3 > highest) highest = value3
  }
  for (; index < into.length; index++) {
    const value = (dots[index] ?? 0) * scale * (scales[index] ?? 0)
    into[index] = value
    sum0 += value
    squares0 += value * value
    if (value > highest) highest = value
  }
  tally.count += into.length
  tally.sum += sum0 + sum1 + (sum2 + sum3)
  tally.squares += squares0 + squares1 + (squares2 + squares3)
  tally.highest = highest
}
