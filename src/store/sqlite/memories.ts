import type { Memory } from '../../domain.ts'
import { writerFamily } from '../../lib/writer-family.ts'
import type { Connection } from './connection.ts'
import { integer, text, withNumberedColumns } from './row.ts'
import type { SpaceRow } from './spaces.ts'

export interface StoredMemory {
  readonly id: string
  /** Among those that its family drew from its turn. */
  readonly place: number
  readonly json: string
}

/** The sequences of the turns that a memory rests on: its own, and any others. */
export interface Footing {
  readonly own: number
  readonly others: readonly number[]
}

export interface Memories {
  /** Whether it was added: not where there is one with its id. */
  add(space: SpaceRow, memory: Memory, at: Footing & { readonly place: number }): boolean
  move(space: SpaceRow, id: string, place: number): void
  /** With its vectors. */
  remove(space: SpaceRow, id: string): void
  get(space: SpaceRow, id: string): Memory | null
  /** What a family drew from a turn, as written. */
  drawn(space: SpaceRow, sequence: number, family: string): readonly StoredMemory[]
  /** Those drawn from a turn, and those that rest on it too. */
  on(space: SpaceRow, sequence: number): readonly { readonly sequence: number; readonly memory: Memory }[]
  all(space: SpaceRow): readonly Memory[]
  /** That a writer has read the turn. */
  setRead(space: SpaceRow, sequence: number, revision: number): void
  /** Per turn read after a revision, all that is drawn from it now. After 0, only turns that something is drawn from. */
  readAfter(space: SpaceRow, revision: number): readonly DrawnMemories[]
}

interface DrawnMemories {
  readonly turnId: string
  readonly memories: readonly Memory[]
}

export function createMemories(connection: Connection): Memories {
  const insert = connection.statement('INSERT INTO memories VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const insertLeaning = connection.statement('INSERT INTO leanings VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  const move = connection.statement('UPDATE memories SET place = ? WHERE space_key = ? AND id = ?')
  const remove = connection.statement('DELETE FROM memories WHERE space_key = ? AND id = ?')
  const selectOne = connection.statement('SELECT memory FROM memories WHERE space_key = ? AND id = ?')
  const selectDrawn = connection.statement(
    'SELECT id, place, memory FROM memories WHERE space_key = ? AND sequence = ? AND family = ? ORDER BY place',
  )
  const selectOn = connection.statement(
    `SELECT sequence, memory FROM memories WHERE space_key = ?1 AND sequence = ?2
     UNION ALL
     SELECT memories.sequence, memory FROM leanings JOIN memories ON memories.space_key = leanings.space_key AND id = memory_id
     WHERE leanings.space_key = ?1 AND leanings.sequence = ?2`,
  )
  const selectAll = connection.statement('SELECT memory FROM memories WHERE space_key = ?')
  const upsertReading = connection.statement(
    'INSERT INTO readings VALUES (?, ?, ?) ON CONFLICT (space_key, sequence) DO UPDATE SET revision = excluded.revision',
  )
  const selectRead = connection.statement(
    `SELECT turns.id AS turn_id, memory FROM readings JOIN turns USING (space_key, sequence)
     LEFT JOIN memories USING (space_key, sequence)
     WHERE space_key = ? AND readings.revision > ? ORDER BY sequence, family, place`,
  )
  const selectInOrder = withNumberedColumns(
    connection.statement('SELECT memory FROM memories WHERE space_key = ? ORDER BY sequence, family, place'),
  )

  return {
    add(space, memory, { own, others, place }) {
      const { id, body, writtenBy } = memory
      const { changes } = insert.run(space.key, own, writerFamily(writtenBy), id, place, body.kind, JSON.stringify(memory))
      if (changes === 0) return false
      for (const other of others) insertLeaning.run(space.key, id, other)
      return true
    },
    move: (space, id, place) => {
      move.run(place, space.key, id)
    },
    remove: (space, id) => {
      remove.run(space.key, id)
    },
    get(space, id) {
      const row = selectOne.get(space.key, id)
      return row === undefined ? null : parse(text(row.memory))
    },
    drawn: (space, sequence, family) =>
      selectDrawn.all(space.key, sequence, family).map(row => ({ id: text(row.id), place: integer(row.place), json: text(row.memory) })),
    on: (space, sequence) =>
      selectOn.all(space.key, sequence).map(row => ({ sequence: integer(row.sequence), memory: parse(text(row.memory)) })),
    all: space => selectAll.all(space.key).map(row => parse(text(row.memory))),
    setRead: (space, sequence, revision) => {
      upsertReading.run(space.key, sequence, revision)
    },
    readAfter: (space, revision) =>
      byTurn(
        revision === 0
          ? selectInOrder.all(space.key).map(row => {
              const memory = parse(text(row[0]))
              return { turnId: memory.turnId, memory }
            })
          : selectRead
              .all(space.key, revision)
              .map(row => ({ turnId: text(row.turn_id), memory: row.memory === null ? null : parse(text(row.memory)) })),
      ),
  }
}

/** In the order given. */
function byTurn(drawn: readonly { readonly turnId: string; readonly memory: Memory | null }[]): readonly DrawnMemories[] {
  const read: { readonly turnId: string; readonly memories: Memory[] }[] = []
  for (const { turnId, memory } of drawn) {
    let last = read.at(-1)
    if (last?.turnId !== turnId) {
      last = { turnId, memories: [] }
      read.push(last)
    }
    if (memory !== null) last.memories.push(memory)
  }
  return read
}

// Written by `add` alone, from a memory.
const parse = (json: string): Memory => JSON.parse(json)
