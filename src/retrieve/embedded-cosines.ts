import { type Measured, measured } from './measured.ts'
import type { Partition } from './partition.ts'
import type { RecordVectors } from './record-vectors.ts'

/** Weight of a passage one or two away in the same session: half of what neighbours have by the static table, whose vectors know less of a passage. */
const neighbourWeights = [0.25, 0.125] as const

/**
 * By passage: the highest cosine of the question with the vectors of its records, averaged with those of its neighbours in the session; NaN
 * where none has a record. Null for a question without a vector.
 */
export function embeddedCosines(
  asked: Float32Array,
  partition: Pick<Partition, 'passages' | 'revision'>,
  vectors: RecordVectors,
): Measured | null {
  if (asked.every(value => value === 0)) return null
  const cosines = vectors.cosines(asked)
  const { places, ends } = placesIn(partition, vectors)
  const highest = new Float64Array(ends.length).fill(Number.NaN)
  let next = 0
  for (let passage = 0; passage < ends.length; passage++) {
    for (const end = ends[passage] ?? 0; next < end; next++) {
      const cosine = cosines[places[next] ?? 0] ?? Number.NaN
      if (!(cosine <= (highest[passage] ?? 0))) highest[passage] = cosine
    }
  }
  return measured(withNeighbours(highest, partition))
}

interface Places {
  readonly revision: number
  /** How many vectors were known then. */
  readonly size: number
  /** Of the vectors of all passages' records, one after the other. */
  readonly places: Int32Array
  /** By passage. */
  readonly ends: Int32Array
}

// Looked up once for each revision of a space and as more vectors become known: by id, for each record and question, it would take longer than the cosines.
const known = new WeakMap<RecordVectors, Places>()

function placesIn({ passages, revision }: Pick<Partition, 'passages' | 'revision'>, vectors: RecordVectors): Places {
  let found = known.get(vectors)
  if (found?.revision !== revision || found.size !== vectors.size) {
    const places: number[] = []
    const ends = new Int32Array(passages.length)
    for (const [passage, { memories }] of passages.entries()) {
      for (const { id } of memories) {
        const place = vectors.placeOf(id)
        if (place !== undefined) places.push(place)
      }
      ends[passage] = places.length
    }
    found = { revision, size: vectors.size, places: Int32Array.from(places), ends }
    known.set(vectors, found)
  }
  return found
}

function withNeighbours(cosines: Float64Array, { passages }: Pick<Partition, 'passages'>): Float64Array {
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
