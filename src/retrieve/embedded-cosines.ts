import { type Measured, measured } from './measured.ts'
import type { Partition } from './partition.ts'

/** Weight of a passage one or two away in the same session: half of what neighbours have by the static table, whose vectors know less of a passage. */
const neighbourWeights = [0.25, 0.125] as const

/**
 * By passage: the highest cosine of the question with the vectors of its records, averaged with those of its neighbours in the session; NaN
 * where none has a record. Null for a question without a vector.
 */
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
  return measured(withNeighbours(cosines, partition))
}

function withNeighbours(cosines: Float64Array, { passages }: Partition): Float64Array {
  return cosines.map((own, place) => {
    let sum = Number.isNaN(own) ? 0 : own
    let total = Number.isNaN(own) ? 0 : 1
    const session = passages[place]?.turn.session
    for (let away = 1; away <= neighbourWeights.length; away++) {
      const weight = neighbourWeights[away - 1] ?? 0
      for (let near = place - away; near <= place + away; near += 2 * away) {
        const cosine = cosines[near] ?? Number.NaN
        if (Number.isNaN(cosine) || passages[near]?.turn.session !== session) continue
        sum += weight * cosine
        total += weight
      }
    }
    return total === 0 ? Number.NaN : sum / total
  })
}

/** Of vectors of unit length: their cosine. */
export function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}
