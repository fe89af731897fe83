import type { KeptIndex } from '../../seams.ts'
import type { Connection } from './connection.ts'
import { bytes, integer } from './row.ts'
import type { SpaceRow } from './spaces.ts'

/** The rows of what is worked out from the turns of a space. */
export interface Indexes {
  put(space: SpaceRow, index: KeptIndex): void
  get(space: SpaceRow, format: string): KeptIndex | null
  /** How many turns it covers; 0 where there is none. */
  turns(space: SpaceRow): number
  remove(space: SpaceRow): void
}

/** SQLite takes a value of up to a billion bytes, and holds each whole in memory more than once. */
const partLength = 4 * 1024 * 1024

export function createIndexes(connection: Connection): Indexes {
  const insert = connection.statement('INSERT INTO indexes VALUES (?, ?, ?, ?)')
  const insertPart = connection.statement('INSERT INTO index_parts VALUES (?, ?, ?)')
  const select = connection.statement('SELECT revision, turns FROM indexes WHERE space_key = ? AND format = ?')
  const selectParts = connection.statement('SELECT bytes FROM index_parts WHERE space_key = ? ORDER BY part')
  const selectTurns = connection.statement('SELECT turns FROM indexes WHERE space_key = ?')
  const remove = connection.statement('DELETE FROM indexes WHERE space_key = ?')

  return {
    put(space, index) {
      remove.run(space.key)
      insert.run(space.key, index.format, index.revision, index.turns)
      for (let start = 0, part = 0; start < index.bytes.length; start += partLength, part++) {
        insertPart.run(space.key, part, index.bytes.subarray(start, start + partLength))
      }
    },
    get(space, format) {
      const row = select.get(space.key, format)
      if (row === undefined) return null
      const parts = selectParts.all(space.key).map(part => bytes(part.bytes))
      const [only] = parts
      const whole = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
      return { format, revision: integer(row.revision), turns: integer(row.turns), bytes: whole }
    },
    turns(space) {
      const row = selectTurns.get(space.key)
      return row === undefined ? 0 : integer(row.turns)
    },
    remove: space => {
      remove.run(space.key)
    },
  }
}
