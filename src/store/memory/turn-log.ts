import type { Turn } from '../../domain.ts'
import { contentHash } from '../../lib/content-hash.ts'
import { writerFamily } from '../../lib/writer-family.ts'
import type { AppendReceipt, LogBatch, LogReader } from '../../seams.ts'
import { usualBatch } from '../check-reader.ts'
import { markOf, type SpaceState, type StoredTurn } from './space-state.ts'

export function appendTurns(space: SpaceState, turns: readonly Turn[]): AppendReceipt {
  const conflicts: AppendReceipt['conflicts'][number][] = []
  let added = 0
  let duplicates = 0
  for (const [index, turn] of turns.entries()) {
    const hash = contentHash(turn).toString('hex')
    const existing = space.turns.get(turn.id)
    if (existing === undefined) {
      added++
      space.turns.set(turn.id, {
        sequence: ++space.lastSequence,
        turn,
        contentHash: hash,
        addedRevision: space.revision + 1,
        readRevision: 0,
        drawn: new Map(),
        rereadBy: new Set(),
        dead: new Map(),
      })
    } else if (existing.contentHash === hash) duplicates++
    else conflicts.push({ index, turnId: turn.id })
  }
  if (added > 0) space.revision++
  return { added, duplicates, conflicts }
}

/** One pass over what the writer has not read, and another where something was taken away or rewound during it. */
export async function* unreadBatches(
  find: () => SpaceState | undefined,
  { id, context, batch: limit = usualBatch }: LogReader,
): AsyncGenerator<LogBatch> {
  let position = 0
  let passRevision: number | null = null
  for (let space = find(); space !== undefined; space = find()) {
    const { sequence: mark, rewoundRevision } = markOf(space, id)
    const after = position
    const unread = unreadTurns(space, id).filter(({ sequence }) => sequence > after)
    const batch = unread.slice(0, limit)
    const restarted = Math.max(space.resetRevision, rewoundRevision)
    passRevision ??= restarted
    const last = batch.at(-1)?.sequence
    if (last !== undefined) {
      position = last
      yield { turns: withTurnsBefore(batch, [...space.turns.values()], context), upTo: Math.max(mark, last), revision: space.revision }
    } else if (restarted > passRevision) {
      position = 0
      passRevision = restarted
    } else return
  }
}

/** In log order. */
export function unreadTurns(space: SpaceState, writer: string): readonly StoredTurn[] {
  const { sequence: mark } = markOf(space, writer)
  const family = writerFamily(writer)
  return [...space.turns.values()].filter(({ sequence, rereadBy }) => sequence > mark || rereadBy.has(family))
}

function withTurnsBefore(batch: readonly StoredTurn[], log: readonly StoredTurn[], context: number): LogBatch['turns'] {
  const places = new Map(log.map(({ sequence }, place) => [sequence, place]))
  return batch.map(({ turn, sequence }) => {
    const place = places.get(sequence) ?? 0
    return { turn, before: log.slice(Math.max(0, place - context), place).map(stored => stored.turn) }
  })
}
