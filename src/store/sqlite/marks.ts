import { writerFamily } from '../../lib/writer-family.ts'
import type { Connection } from './connection.ts'
import { integer, text } from './row.ts'
import type { SpaceRow } from './spaces.ts'

export interface Mark {
  readonly sequence: number
  /** Of the last time that it was set back; 0 for never. */
  readonly rewoundRevision: number
}

/** How far each writer has read, and which turns before that its family must read again. */
export interface Marks {
  of(space: SpaceRow, writer: string): Mark
  set(space: SpaceRow, writer: string, mark: Mark): void
  writers(space: SpaceRow): readonly string[]
  /** For every family that has read them; the others will come to them anyway. */
  scheduleReading(space: SpaceRow, sequences: Iterable<number>): void
  scheduleReadingBy(space: SpaceRow, sequence: number, family: string): void
  /** In log order, after one sequence and up to another. */
  scheduled(
    space: SpaceRow,
    range: { readonly family: string; readonly after: number; readonly upTo: number; readonly limit: number },
  ): readonly number[]
  countScheduled(space: SpaceRow, sequence: number): number
  /** Up to a sequence, for one family. */
  countDue(space: SpaceRow, family: string, upTo: number): number
  unschedule(space: SpaceRow, family: string, sequences: readonly number[]): void
}

export function createMarks(connection: Connection): Marks {
  const select = connection.statement('SELECT sequence, rewound_revision FROM marks WHERE space_key = ? AND writer = ?')
  const upsert = connection.statement(
    `INSERT INTO marks VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (space_key, writer) DO UPDATE SET sequence = excluded.sequence, rewound_revision = excluded.rewound_revision`,
  )
  const selectWriters = connection.statement('SELECT writer FROM marks WHERE space_key = ?')
  const schedule = connection.statement(
    `INSERT INTO rereadings SELECT space_key, ?1, family FROM marks WHERE space_key = ?2 AND sequence >= ?1 GROUP BY family
     ON CONFLICT DO NOTHING`,
  )
  const scheduleOne = connection.statement('INSERT INTO rereadings VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  const selectScheduled = connection.statement(
    `SELECT sequence FROM rereadings WHERE space_key = ? AND family = ? AND sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?`,
  )
  const countScheduled = connection.statement('SELECT count(*) AS count FROM rereadings WHERE space_key = ? AND sequence = ?')
  const countDue = connection.statement('SELECT count(*) AS count FROM rereadings WHERE space_key = ? AND family = ? AND sequence <= ?')
  const hasScheduled = connection.statement('SELECT 1 FROM rereadings WHERE space_key = ? AND family = ? LIMIT 1')
  const unschedule = connection.statement('DELETE FROM rereadings WHERE space_key = ? AND sequence = ? AND family = ?')

  return {
    of(space, writer) {
      const row = select.get(space.key, writer)
      if (row === undefined) return { sequence: 0, rewoundRevision: 0 }
      return { sequence: integer(row.sequence), rewoundRevision: integer(row.rewound_revision) }
    },
    set: (space, writer, { sequence, rewoundRevision }) => {
      upsert.run(space.key, writer, writerFamily(writer), sequence, rewoundRevision)
    },
    writers: space => selectWriters.all(space.key).map(row => text(row.writer)),
    scheduleReading: (space, sequences) => {
      for (const sequence of sequences) schedule.run(sequence, space.key)
    },
    scheduleReadingBy: (space, sequence, family) => {
      scheduleOne.run(space.key, sequence, family)
    },
    scheduled: (space, { family, after, upTo, limit }) =>
      selectScheduled.all(space.key, family, after, upTo, limit).map(row => integer(row.sequence)),
    countScheduled: (space, sequence) => integer(countScheduled.get(space.key, sequence)?.count),
    countDue: (space, family, upTo) => integer(countDue.get(space.key, family, upTo)?.count),
    unschedule: (space, family, sequences) => {
      if (hasScheduled.get(space.key, family) === undefined) return
      for (const sequence of sequences) unschedule.run(space.key, sequence, family)
    },
  }
}
