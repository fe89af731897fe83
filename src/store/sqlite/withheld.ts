import type { Span } from '../../domain.ts'
import type { Connection } from './connection.ts'
import { integer, text } from './row.ts'
import type { SpaceRow } from './spaces.ts'

export interface Withheld {
  /** By place in the log. */
  all(space: SpaceRow): readonly Span[]
  /** Whether it was not there yet. */
  add(space: SpaceRow, sequence: number, span: Span): boolean
}

/** Instead of the index of an attachment. */
const turnText = -1

export function createWithheld(connection: Connection): Withheld {
  const select = connection.statement(
    `SELECT turns.id, attachment, start_at, end_at FROM withheld JOIN turns USING (space_key, sequence)
     WHERE space_key = ? ORDER BY sequence, attachment, start_at, end_at`,
  )
  const insert = connection.statement('INSERT INTO withheld VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')

  return {
    all: space =>
      select.all(space.key).map(row => {
        const attachment = integer(row.attachment)
        return {
          turnId: text(row.id),
          attachment: attachment === turnText ? null : attachment,
          start: integer(row.start_at),
          end: integer(row.end_at),
        }
      }),
    add: (space, sequence, { attachment, start, end }) => insert.run(space.key, sequence, attachment ?? turnText, start, end).changes === 1,
  }
}
