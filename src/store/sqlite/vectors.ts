import { fromBytes, toBytes } from '../../lib/vector-bytes.ts'
import type { Connection } from './connection.ts'
import { bytes, integer, type Row, text } from './row.ts'
import type { SpaceRow } from './spaces.ts'

export interface StoredVector {
  readonly embedder: string
  readonly memoryId: string
  readonly vector: Float32Array
}

export interface Vectors {
  all(space: SpaceRow): readonly StoredVector[]
  of(space: SpaceRow, memoryId: string): readonly StoredVector[]
  /** Whether it was stored: not for a memory that is gone, nor in the place of another unless asked to. */
  put(space: SpaceRow, stored: StoredVector, options: { readonly replace: boolean }): boolean
  /** The length of this embedder's vectors here; null where it has none. */
  dimensions(space: SpaceRow, embedder: string): number | null
  countOf(space: SpaceRow, memoryId: string): number
}

const bytesPerNumber = Float32Array.BYTES_PER_ELEMENT

export function createVectors(connection: Connection): Vectors {
  const select = connection.statement('SELECT embedder, memory_id, vector FROM vectors WHERE space_key = ?')
  const selectOf = connection.statement('SELECT embedder, memory_id, vector FROM vectors WHERE space_key = ? AND memory_id = ?')
  const insert = `INSERT INTO vectors SELECT space_key, id, ?, ? FROM memories WHERE space_key = ? AND id = ?
    ON CONFLICT (space_key, memory_id, embedder)`
  const add = connection.statement(`${insert} DO NOTHING`)
  const replace = connection.statement(`${insert} DO UPDATE SET vector = excluded.vector`)
  const lengthOfOne = connection.statement('SELECT length(vector) AS length FROM vectors WHERE space_key = ? AND embedder = ? LIMIT 1')
  const count = connection.statement('SELECT count(*) AS count FROM vectors WHERE space_key = ? AND memory_id = ?')

  return {
    all: space => select.all(space.key).map(storedVector),
    of: (space, memoryId) => selectOf.all(space.key, memoryId).map(storedVector),
    put: (space, { embedder, memoryId, vector }, options) =>
      (options.replace ? replace : add).run(embedder, toBytes(vector), space.key, memoryId).changes === 1,
    dimensions(space, embedder) {
      const row = lengthOfOne.get(space.key, embedder)
      return row === undefined ? null : integer(row.length) / bytesPerNumber
    },
    countOf: (space, memoryId) => integer(count.get(space.key, memoryId)?.count),
  }
}

function storedVector(row: Row): StoredVector {
  return { embedder: text(row.embedder), memoryId: text(row.memory_id), vector: fromBytes(bytes(row.vector)) }
}
