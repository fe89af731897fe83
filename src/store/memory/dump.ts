import { writerFamily } from '../../lib/writer-family.ts'
import type { DumpEntry } from '../../seams.ts'
import { inDumpOrder } from '../dump-order.ts'
import { deadLettersOf, markOf, type SpaceState } from './space-state.ts'

export function dumpSpace(space: SpaceState): readonly DumpEntry[] {
  return inDumpOrder({
    turns: [...space.turns.values()].map(({ turn }) => ({ type: 'turn', turn })),
    memories: [...space.memories.values()],
    withheld: [...space.withheld.values()],
    vectors: [...space.vectors].flatMap(([embedder, vectors]) =>
      [...vectors].map(([memoryId, vector]) => ({ type: 'vector', embedder, memoryId, vector }) as const),
    ),
    dead: deadLettersOf(space).map(letter => ({ type: 'dead', ...letter })),
    marks: [...space.marks.keys()].flatMap(writer => {
      const turns = countRead(space, writer)
      return turns === 0 ? [] : [{ type: 'mark', writer, turns } as const]
    }),
  })
}

/** Turns from the start that the writer need not read again. */
function countRead(space: SpaceState, writer: string): number {
  const { sequence: mark } = markOf(space, writer)
  const turns = [...space.turns.values()]
  const firstUnread = turns.findIndex(({ sequence, rereadBy }) => sequence > mark || rereadBy.has(writerFamily(writer)))
  return firstUnread === -1 ? turns.length : firstUnread
}
