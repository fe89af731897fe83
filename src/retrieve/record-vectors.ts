import { withRoom } from '../lib/with-room.ts'
import { createPackedVectors } from './packed-vectors.ts'

/**
 * The vectors of the records of a space by one embedder, as far as they were read or made. A vector is found by its record's id, which is a hash of what
 * it was made from, so it never becomes wrong.
 */
export interface RecordVectors {
  readonly size: number
  has(memoryId: string): boolean
  /** Where it stands among them; undefined where it is not known. */
  placeOf(memoryId: string): number | undefined
  /** Unit vectors by memory id, all of one length. */
  add(vectors: ReadonlyMap<string, Float32Array>): void
  /** Of a unit vector with that at each place: they stand until it is asked again. */
  cosines(asked: Float32Array): ArrayLike<number>
  /** The revision of the space at which each of its records had one; null until then. */
  completeAt: number | null
  readonly bytes: number
}

/** Of an entry of the map, with its id. */
const bytesPerEntry = 120

/** Kept as bytes: a quarter of the memory, a tenth of the time, and cosines within some thousandths. */
export function createByteVectors(): RecordVectors {
  let packed: ReturnType<typeof createPackedVectors> | null = null
  let dimensions = 0
  return createRecordVectors({
    reserve(count, length) {
      dimensions = length
      packed ??= createPackedVectors(dimensions)
      packed.reserve(count)
    },
    set: (place, vector) => packed?.set(place, vector),
    cosines: (asked, count) => packed?.cosines(asked, count)?.values ?? [],
    bytesEach: () => dimensions,
  })
}

/** Kept as they are, with exact cosines. */
export function createExactVectors(): RecordVectors {
  let room = new Float32Array(0)
  let dimensions = 0
  return createRecordVectors({
    reserve(count, length) {
      dimensions = length
      room = withRoom(room, dimensions * count, size => new Float32Array(size))
    },
    set: (place, vector) => room.set(vector, dimensions * place),
    cosines: (asked, count) =>
      Float64Array.from({ length: count }, (_, place) => dot(asked, room.subarray(dimensions * place, dimensions * (place + 1)))),
    bytesEach: () => Float32Array.BYTES_PER_ELEMENT * dimensions,
  })
}

interface Room {
  /** For so many of this length: before they are set, as many as come at once, since what lies there is copied. */
  reserve(count: number, length: number): void
  set(place: number, vector: Float32Array): void
  /** With the first `count`. */
  cosines(asked: Float32Array, count: number): ArrayLike<number>
  bytesEach(): number
}

function createRecordVectors({ reserve, set, cosines, bytesEach }: Room): RecordVectors {
  const places = new Map<string, number>()
  return {
    completeAt: null,
    get size() {
      return places.size
    },
    get bytes() {
      return (bytesEach() + bytesPerEntry) * places.size
    },
    has: memoryId => places.has(memoryId),
    placeOf: memoryId => places.get(memoryId),
    add(vectors) {
      const [first] = vectors.values()
      if (first === undefined) return
      reserve(places.size + vectors.size, first.length)
      for (const [memoryId, vector] of vectors) {
        const place = places.get(memoryId) ?? places.size
        set(place, vector)
        places.set(memoryId, place)
      }
    },
    cosines: asked => cosines(asked, places.size),
  }
}

/** Of vectors of unit length: their cosine. */
export function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}
