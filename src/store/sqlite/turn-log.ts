import type { Scope, Turn } from '../../domain.ts'
import { loadTokenCounter } from '../../lib/tokens.ts'
import { writerFamily } from '../../lib/writer-family.ts'
import type { LogBatch, LoggedTurn, LogReader, TurnLog } from '../../seams.ts'
import { checkReader, usualBatch } from '../check-reader.ts'
import type { SpaceRow } from './spaces.ts'
import type { Tables } from './tables.ts'
import { createWhileUnchanged } from './while-unchanged.ts'

export function createTurnLog({ connection, spaces, turns, marks }: Tables): TurnLog {
  const nothingUnread = createWhileUnchanged<true>()

  /** One pass over what the writer has not read, and another where something was taken away or rewound during it. */
  async function* unread(scope: Scope, writer: LogReader): AsyncGenerator<LogBatch> {
    const key = JSON.stringify([scope.tenant, scope.space, writer.id])
    let position = 0
    let passRevision: number | null = null
    for (;;) {
      // Taken before it is read: what comes in between is seen by the next call.
      const stamp = await connection.stamp()
      if (nothingUnread(stamp).has(key)) return
      const after = position
      const { batch, last, restarted, isAll } = await connection.read(() => nextBatch(spaces.find(scope), writer, after))
      passRevision ??= restarted
      if (batch !== null) {
        position = last
        yield batch
      } else if (restarted > passRevision) {
        position = 0
        passRevision = restarted
      } else {
        if (isAll) nothingUnread(stamp).set(key, true)
        return
      }
    }
  }

  /** The first batch after a position, its last sequence, and the revision since which it is worth to begin again. */
  function nextBatch(space: SpaceRow | null, writer: LogReader, position: number): NextBatch {
    if (space === null) return { batch: null, last: position, restarted: 0, isAll: true }
    const { sequence: mark, rewoundRevision } = marks.of(space, writer.id)
    const { batch: limit = usualBatch } = writer
    const family = writerFamily(writer.id)
    const again = marks
      .scheduled(space, { family, after: position, upTo: mark, limit })
      .flatMap(sequence => turns.get(space, sequence) ?? [])
    const unread = [...again, ...turns.after(space, Math.max(position, mark), limit - again.length)]
    const restarted = Math.max(space.resetRevision, rewoundRevision)
    const last = unread.at(-1)?.sequence
    if (last === undefined) {
      // What was handed out before may not have been put, or is to be read again.
      const isAll = position <= mark && marks.scheduled(space, { family, after: 0, upTo: position, limit: 1 }).length === 0
      return { batch: null, last: position, restarted, isAll }
    }
    const batch = { turns: withTurnsBefore(space, unread, writer.context), upTo: Math.max(mark, last), revision: space.revision }
    return { batch, last, restarted, isAll: false }
  }

  function withTurnsBefore(space: SpaceRow, unread: readonly LoggedTurn[], context: number): LogBatch['turns'] {
    if (context === 0) return unread.map(({ turn }) => ({ turn, before: [] }))
    let before: readonly Turn[] = []
    return unread.map(({ sequence, turn }, index) => {
      const previous = unread[index - 1]
      // Turns that follow each other need no look at the log: nothing can stand between them.
      if (previous?.sequence === sequence - 1) before = [...before, previous.turn].slice(-context)
      else before = turns.before(space, sequence, context).map(logged => logged.turn)
      return { turn, before }
    })
  }

  return {
    async append(scope, told, signal) {
      if (told.length === 0) return { added: 0, duplicates: 0, conflicts: [] }
      const countTokens = await loadTokenCounter()
      return connection.write(() => {
        const space = spaces.findOrCreate(scope)
        const receipt = turns.append(space, told, countTokens)
        if (receipt.added > 0) spaces.save(space)
        return receipt
      }, signal)
    },

    unread(scope, writer) {
      checkReader(writer)
      return unread(scope, writer)
    },

    logged: (scope, { after, limit }) =>
      connection.read(() => {
        const space = spaces.find(scope)
        return space === null ? [] : turns.after(space, after, limit)
      }),

    held: (scope, turnIds) =>
      connection.read(() => {
        const space = spaces.find(scope)
        return new Set(space === null ? [] : turnIds.filter(id => turns.sequenceOf(space, id) !== null))
      }),
  }
}

interface NextBatch {
  readonly batch: LogBatch | null
  readonly last: number
  readonly restarted: number
  /** Nothing is unread, before this position neither. */
  readonly isAll: boolean
}
