import { createDotKernel } from '../lib/dot-kernel.ts'
import { type QuantisedVector, quantiseVector } from '../lib/quantise-vector.ts'
import { type Measured, spreadOf } from './measured.ts'

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

  /** More than asked for, as it is not the same number at any two questions of a space that is told something in between. */
  function roomFor(count: number): Float64Array {
    if (found.length < count) found = new Float64Array(scales.length)
    return found
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
      const sums = kernel.cosines(values, packed, roomFor(count), { scale, scales, count })
      return { values: found.subarray(0, count), ...spreadOf({ count, ...sums }), highest: sums.highest }
    },
    near(vector, { from, to, least }) {
      const { values, scale } = quantiseVector(vector, asked)
      const nearest: Near[] = []
      if (scale === 0) return nearest
      const count = to - from
      const cosines = roomFor(count)
      kernel.cosines(values, packed.subarray(from * dimensions), cosines, { scale, scales: scales.subarray(from), count })
      for (let index = 0; index < count; index++) {
        const cosine = cosines[index] ?? 0
        if (cosine > least) nearest.push({ index: from + index, cosine })
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
