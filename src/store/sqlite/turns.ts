import type { Attachment, Turn } from '../../domain.ts'
import { contentHash } from '../../lib/content-hash.ts'
import { lineOf } from '../../lib/transcript.ts'
import type { AppendReceipt, CountTokens, LoggedTurn } from '../../seams.ts'
import type { Connection } from './connection.ts'
import { bytes, integer, integerOrNull, type Row, text, textOrNull, withNumberedColumns } from './row.ts'
import type { SpaceRow } from './spaces.ts'

/** The rows of the log. */
export interface Turns {
  /** Moves the space's row on; the caller saves it. */
  append(space: SpaceRow, turns: readonly Turn[], countTokens: CountTokens): AppendReceipt
  /** null when no such turn is there. */
  sequenceOf(space: SpaceRow, id: string): number | null
  /** After that sequence, in log order. */
  after(space: SpaceRow, sequence: number, limit: number): readonly LoggedTurn[]
  countAfter(space: SpaceRow, sequence: number): number
  /** Just before that sequence, oldest first. */
  before(space: SpaceRow, sequence: number, limit: number): readonly LoggedTurn[]
  get(space: SpaceRow, sequence: number): LoggedTurn | null
  /** Of the last turn that was there at a revision; 0 for none. */
  lastSequenceAt(space: SpaceRow, revision: number): number
  /** In log order. */
  firstIds(space: SpaceRow, count: number): readonly string[]
  /** With all that hangs on it. */
  remove(space: SpaceRow, sequence: number): void
}

/** As `loggedTurn` numbers them. */
const columns = 'sequence, id, session, speaker, text, at, attachments, tokens'

/** In characters. */
const longestCounted = 20_000

/** For `limit`: SQLite takes it as no limit. */
export const unlimited = -1

export function createTurns(connection: Connection): Turns {
  const insert = connection.statement(
    'INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL) ON CONFLICT (space_key, id) DO NOTHING',
  )
  const setTokens = connection.statement('UPDATE turns SET tokens = ? WHERE space_key = ? AND sequence = ?')
  const hashById = connection.statement('SELECT content_hash FROM turns WHERE space_key = ? AND id = ?')
  const sequenceById = connection.statement('SELECT sequence FROM turns WHERE space_key = ? AND id = ?')
  const selectAfter = withNumberedColumns(
    connection.statement(`SELECT ${columns} FROM turns WHERE space_key = ? AND sequence > ? ORDER BY sequence LIMIT ?`),
  )
  const countAfter = connection.statement('SELECT count(*) AS count FROM turns WHERE space_key = ? AND sequence > ?')
  const selectBefore = withNumberedColumns(
    connection.statement(`SELECT ${columns} FROM turns WHERE space_key = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?`),
  )
  const selectOne = withNumberedColumns(connection.statement(`SELECT ${columns} FROM turns WHERE space_key = ? AND sequence = ?`))
  // Revisions rise with sequences, so this reads back from the end only as far as there is something new.
  const lastAt = connection.statement(
    'SELECT sequence FROM turns WHERE space_key = ? AND added_revision <= ? ORDER BY sequence DESC LIMIT 1',
  )
  const selectIds = connection.statement('SELECT id FROM turns WHERE space_key = ? ORDER BY sequence LIMIT ?')
  const remove = connection.statement('DELETE FROM turns WHERE space_key = ? AND sequence = ?')

  function append(space: SpaceRow, turns: readonly Turn[], countTokens: CountTokens): AppendReceipt {
    const conflicts: AppendReceipt['conflicts'][number][] = []
    let added = 0
    for (const [index, turn] of turns.entries()) {
      const { id, session, speaker, text: said, at, attachments } = turn
      const hash = contentHash(turn)
      const attached = attachments.length === 0 ? null : JSON.stringify(attachments)
      const sequence = space.lastSequence + 1
      const { changes } = insert.run(space.key, sequence, id, session, speaker, said, at, attached, hash, space.revision + 1)
      if (changes === 1) {
        // Counted when it is known that the turn is new, as that takes longest; other writers wait, so what is long is left for when it is needed.
        if (said.length <= longestCounted) setTokens.run(countTokens(lineOf(turn)), space.key, sequence)
        space.lastSequence = sequence
        added++
      } else if (!hash.equals(bytes(hashById.get(space.key, id)?.content_hash))) conflicts.push({ index, turnId: id })
    }
    if (added > 0) space.revision++
    return { added, duplicates: turns.length - added - conflicts.length, conflicts }
  }

  return {
    append,
    sequenceOf(space, id) {
      const row = sequenceById.get(space.key, id)
      return row === undefined ? null : integer(row.sequence)
    },
    after: (space, sequence, limit) => selectAfter.all(space.key, sequence, limit).map(loggedTurn),
    countAfter: (space, sequence) => integer(countAfter.get(space.key, sequence)?.count),
    before: (space, sequence, limit) => selectBefore.all(space.key, sequence, limit).map(loggedTurn).reverse(),
    get(space, sequence) {
      const row = selectOne.get(space.key, sequence)
      return row === undefined ? null : loggedTurn(row)
    },
    lastSequenceAt(space, revision) {
      const row = lastAt.get(space.key, revision)
      return row === undefined ? 0 : integer(row.sequence)
    },
    firstIds: (space, count) => selectIds.all(space.key, count).map(row => text(row.id)),
    remove: (space, sequence) => {
      remove.run(space.key, sequence)
    },
  }
}

const none: readonly never[] = []

function loggedTurn(row: Row): LoggedTurn {
  const attachments: readonly Attachment[] = row[6] === null ? none : JSON.parse(text(row[6]))
  const turn = {
    id: text(row[1]),
    session: textOrNull(row[2]),
    speaker: text(row[3]),
    text: text(row[4]),
    at: textOrNull(row[5]),
    attachments,
  }
  return { sequence: integer(row[0]), turn, tokens: integerOrNull(row[7]) }
}
