import type { Connection } from './connection.ts'
import { text } from './row.ts'
import type { SpaceRow } from './spaces.ts'

/** The turns that a writer family has given up. */
export interface DeadLetterRows {
  /** Where there is one already, its reason is replaced. */
  put(space: SpaceRow, letter: { readonly sequence: number; readonly family: string; readonly reason: string }): void
  has(space: SpaceRow, sequence: number, family: string): boolean
  /** In log order, then by family. */
  all(space: SpaceRow): readonly { readonly turnId: string; readonly family: string; readonly reason: string }[]
  /** The families that have given up the turn. */
  of(space: SpaceRow, sequence: number): readonly string[]
  /** Whether there was one. */
  remove(space: SpaceRow, sequence: number, family: string): boolean
}

export function createDeadLetters(connection: Connection): DeadLetterRows {
  const upsert = connection.statement(
    'INSERT INTO dead_letters VALUES (?, ?, ?, ?) ON CONFLICT (space_key, sequence, family) DO UPDATE SET reason = excluded.reason',
  )
  const selectOne = connection.statement('SELECT 1 FROM dead_letters WHERE space_key = ? AND sequence = ? AND family = ?')
  const selectAll = connection.statement(
    `SELECT turns.id AS turn_id, family, reason FROM dead_letters JOIN turns USING (space_key, sequence)
     WHERE space_key = ? ORDER BY sequence, family`,
  )
  const selectFamilies = connection.statement('SELECT family FROM dead_letters WHERE space_key = ? AND sequence = ?')
  const remove = connection.statement('DELETE FROM dead_letters WHERE space_key = ? AND sequence = ? AND family = ?')

  return {
    put: (space, { sequence, family, reason }) => {
      upsert.run(space.key, sequence, family, reason)
    },
    has: (space, sequence, family) => selectOne.get(space.key, sequence, family) !== undefined,
    all: space => selectAll.all(space.key).map(row => ({ turnId: text(row.turn_id), family: text(row.family), reason: text(row.reason) })),
    of: (space, sequence) => selectFamilies.all(space.key, sequence).map(row => text(row.family)),
    remove: (space, sequence, family) => remove.run(space.key, sequence, family).changes === 1,
  }
}
