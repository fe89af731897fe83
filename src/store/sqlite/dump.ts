import type { Scope } from '../../domain.ts'
import { writerFamily } from '../../lib/writer-family.ts'
import type { DumpEntry } from '../../seams.ts'
import { inDumpOrder } from '../dump-order.ts'
import type { SpaceRow } from './spaces.ts'
import type { Tables } from './tables.ts'
import { unlimited } from './turns.ts'

/** A space at one instant. It is read whole: it is what a retriever holds in memory too, and a slow reader must not hold up a purge. */
export function createDump({
  connection,
  spaces,
  turns,
  marks,
  memories,
  vectors,
  withheld,
  deadLetters,
}: Tables): (scope: Scope) => AsyncGenerator<DumpEntry> {
  function dump(space: SpaceRow): readonly DumpEntry[] {
    const log = turns.after(space, 0, unlimited)

    /** Turns from the start that the writer need not read again. */
    function countRead(writer: string): number {
      const { sequence: mark } = marks.of(space, writer)
      const [again] = marks.scheduled(space, { family: writerFamily(writer), after: 0, upTo: mark, limit: 1 })
      const firstUnread = log.findIndex(({ sequence }) => sequence > mark || sequence === again)
      return firstUnread === -1 ? log.length : firstUnread
    }

    return inDumpOrder({
      turns: log.map(({ turn }) => ({ type: 'turn', turn })),
      memories: memories.all(space),
      withheld: withheld.all(space),
      vectors: vectors.all(space).map(stored => ({ type: 'vector', ...stored })),
      dead: deadLetters.all(space).map(({ turnId, family, reason }) => ({ type: 'dead', family, turnId, reason })),
      marks: marks.writers(space).flatMap(writer => {
        const read = countRead(writer)
        return read === 0 ? [] : [{ type: 'mark', writer, turns: read } as const]
      }),
    })
  }

  return async function* (scope) {
    yield* await connection.read(() => dump(spaces.findOrThrow(scope)))
  }
}
