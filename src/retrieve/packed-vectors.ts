import { createDotKernel } from '../lib/dot-kernel.ts'
import { quantiseVector } from '../lib/quantise-vector.ts'

/** Vectors kept as bytes in one block, by number. */
export interface PackedVectors {
  /** Makes room for so many. */
  reserve(count: number): void
  set(index: number, vector: Float32Array): void
  /** Of a vector with the first `count`, -1 to 1; null where it is zero. They stand until it is asked again. */
  cosines(vector: Float32Array, count: number): Float64Array | null
}

/** More room than asked for, so that a growing space is not copied at each turn. */
const slack = 1.1

export function createPackedVectors(dimensions: number): PackedVectors {
  const kernel = createDotKernel({ dimensions })
  let packed = new Int8Array(0)
  let scales = new Float32Array(0)
  let dots = new Int32Array(0)
  let found = new Float64Array(0)
  return {
    reserve(count) {
      if (count <= scales.length) return
      const room = Math.ceil(count * slack)
      const [wider, longer] = [new Int8Array(room * dimensions), new Float32Array(room)]
      wider.set(packed)
      longer.set(scales)
      packed = wider
      scales = longer
    },
    set(index, vector) {
      scales[index] = quantiseVector(vector, packed.subarray(index * dimensions, (index + 1) * dimensions)).scale
    },
    cosines(vector, count) {
      const { values, scale } = quantiseVector(vector)
      if (scale === 0) return null
      if (dots.length < count) dots = new Int32Array(scales.length)
      if (found.length !== count) found = new Float64Array(count)
      kernel.scores(values, packed, dots, count)
      for (let index = 0; index < count; index++) found[index] = (dots[index] ?? 0) * scale * (scales[index] ?? 0)
      return found
    },
  }
}
