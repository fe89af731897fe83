import { isDeepStrictEqual } from 'node:util'
import type { Memory } from '../../domain.ts'
import { writerFamily } from '../../lib/writer-family.ts'
import type { Changes, Derived } from '../../seams.ts'
import { sortedBy } from '../dump-order.ts'
import { overlapping } from '../overlapping.ts'
import { clearFailures, markOf, removeMemories, type SpaceState, turnIdsOf } from './space-state.ts'

/** Whether it was stored. */
export function putDerived(space: SpaceState, { writer, turnIds, upTo, revision, memories, fence, dead }: Derived): boolean {
  const mark = markOf(space, writer)
  if (revision < Math.max(space.resetRevision, mark.rewoundRevision)) return false
  const family = writerFamily(writer)
  const lease = space.leases.get(family)
  if (fence !== null && (lease?.fence !== fence || lease.until === null)) return false
  const turns = turnIds.flatMap(id => space.turns.get(id) ?? [])
  const fresh = new Map(memories.filter(memory => isStorable(space, memory)).map(memory => [memory.id, memory]))
  // What is drawn again word for word keeps its vectors.
  const outdated = turns.flatMap(({ drawn }) => drawn.get(family) ?? []).filter(old => !isDeepStrictEqual(old, fresh.get(old.id)))
  removeMemories(space, new Set(outdated.map(({ id }) => id)))

  space.revision++
  for (const turn of turns) {
    turn.drawn.delete(family)
    turn.rereadBy.delete(family)
    turn.dead.delete(family)
    turn.readRevision = space.revision
  }
  for (const { turnId, reason } of dead) space.turns.get(turnId)?.dead.set(family, reason)
  if (fence !== null) clearFailures(space, family)
  for (const memory of fresh.values()) {
    const existing = space.memories.get(memory.id)
    if (existing === undefined || isDeepStrictEqual(existing, memory)) addMemory(space, memory)
  }
  const sequence = Math.max(mark.sequence, Math.min(upTo, space.lastSequence))
  space.marks.set(writer, { ...mark, sequence })
  return true
}

/** After those that its family has drawn from its turn already. */
export function addMemory(space: SpaceState, memory: Memory): void {
  const drawn = space.turns.get(memory.turnId)?.drawn
  const family = writerFamily(memory.writtenBy)
  drawn?.set(family, [...(drawn.get(family) ?? []), memory])
  space.memories.set(memory.id, memory)
}

/** Its turns are there, and none of its words is withheld. */
export function isStorable(space: SpaceState, memory: Memory): boolean {
  if (![...turnIdsOf(memory)].every(id => space.turns.has(id))) return false
  return !overlapping(memory.sources, [...space.withheld.values()])
}

export function changesSince(space: SpaceState, since: number): Changes {
  const reset = since !== 0 && (since < space.resetRevision || since > space.revision)
  const from = reset ? 0 : since
  const turns = [...space.turns.values()]
  return {
    revision: space.revision,
    reset,
    turns: turns.filter(({ addedRevision }) => addedRevision > from).map(({ sequence, turn }) => ({ sequence, turn, tokens: null })),
    memories: turns
      .filter(({ readRevision, drawn }) => readRevision > from && (from > 0 || [...drawn.values()].some(memories => memories.length > 0)))
      .map(({ turn, drawn }) => ({
        turnId: turn.id,
        memories: sortedBy([...drawn], ([family]) => [family]).flatMap(([, memories]) => memories),
      })),
    withheld: sortedBy([...space.withheld.values()], ({ turnId, attachment, start, end }) => [
      space.turns.get(turnId)?.sequence ?? 0,
      attachment ?? -1,
      start,
      end,
    ]),
  }
}
