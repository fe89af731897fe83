import { type Measured, measured } from './measured.ts'
import type { Partition } from './partition.ts'

/** By passage: the highest cosine of the question with the vectors of its records; NaN where it has none. Null for a question without a vector. */
export function embeddedCosines(asked: Float32Array, partition: Partition, vectors: ReadonlyMap<string, Float32Array>): Measured | null {
  if (asked.every(value => value === 0)) return null
  const cosines = Float64Array.from(partition.passages, ({ memories }) => {
    let highest = Number.NaN
    for (const { id } of memories) {
      const vector = vectors.get(id)
      if (vector === undefined) continue
      const cosine = dot(asked, vector)
      if (!(cosine <= highest)) highest = cosine
    }
    return highest
  })
  return measured(cosines)
}

/** Of vectors of unit length: their cosine. */
export function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}
