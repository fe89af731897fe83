import { writerFamily } from '../../lib/writer-family.ts'
import type { AppendReceipt, DumpEntry } from '../../seams.ts'
import { appendDumped, type DumpProgress, holdsMark } from '../dump-progress.ts'
import { inRestoreOrder } from '../restore-order.ts'
import { memoriesOn } from './forget.ts'
import { addMemory, isStorable } from './memory-records.ts'
import { markOf, removeMemories, type SpaceState, spanKey, turnIdsOf } from './space-state.ts'
import { appendTurns } from './turn-log.ts'

export function restoreEntries(
  space: SpaceState,
  entries: readonly DumpEntry[],
  previous: DumpProgress | undefined,
): { readonly receipt: AppendReceipt; readonly progress: DumpProgress } {
  const { receipt, progress } = appendDumped(entries, previous, turns => appendTurns(space, turns))
  const revision = space.revision + 1
  const changed = inRestoreOrder(entries).filter(entry => restoreEntry(space, entry, { progress, revision }))
  if (changed.length > 0) space.revision = revision
  return { receipt, progress }
}

interface Restoring {
  readonly progress: DumpProgress
  /** That the space has when all is in. */
  readonly revision: number
}

/** Whether it changed anything: what is there already stays, and what belongs to a turn that isn't the dump's is passed over. */
function restoreEntry(space: SpaceState, entry: DumpEntry, { progress, revision }: Restoring): boolean {
  switch (entry.type) {
    case 'turn':
      return false
    case 'memory': {
      const { memory } = entry
      const turn = space.turns.get(memory.turnId)
      if (turn === undefined || space.memories.has(memory.id) || !isStorable(space, memory)) return false
      if (!turnIdsOf(memory).isDisjointFrom(progress.conflicts)) return false
      addMemory(space, memory)
      turn.dead.delete(writerFamily(memory.writtenBy))
      turn.readRevision = revision
      return true
    }
    case 'withheld': {
      const { span } = entry
      const key = spanKey(span)
      if (!space.turns.has(span.turnId) || progress.conflicts.has(span.turnId) || space.withheld.has(key)) return false
      const memoryIds = memoriesOn(space, [span])
      removeMemories(space, new Set(memoryIds))
      space.withheld.set(key, span)
      // Whoever has read the turn has read these words.
      space.resetRevision = revision
      return true
    }
    case 'vector': {
      const vectors = space.vectors.get(entry.embedder) ?? new Map<string, Float32Array>()
      if (!space.memories.has(entry.memoryId) || vectors.has(entry.memoryId)) return false
      space.vectors.set(entry.embedder, vectors.set(entry.memoryId, entry.vector.slice()))
      return true
    }
    case 'dead': {
      const { family, turnId, reason } = entry
      const turn = space.turns.get(turnId)
      if (turn === undefined || progress.conflicts.has(turnId) || turn.dead.has(family)) return false
      if ((turn.drawn.get(family) ?? []).length > 0) return false
      turn.dead.set(family, reason)
      return true
    }
    case 'mark': {
      const mark = markOf(space, entry.writer)
      const last = [...space.turns.values()][entry.turns - 1]
      const holds = holdsMark(progress, entry.turns, [...space.turns.keys()])
      if (last === undefined || !holds || mark.sequence > 0) return false
      space.marks.set(entry.writer, { ...mark, sequence: last.sequence })
      return true
    }
  }
}
