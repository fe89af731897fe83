import { writerFamily } from '../../lib/writer-family.ts'
import type { Changes, Derived, MemoryStore } from '../../seams.ts'
import { checkDerived } from '../check-derived.ts'
import { createFootings } from './footing.ts'
import type { SpaceRow } from './spaces.ts'
import type { Tables } from './tables.ts'
import { unlimited } from './turns.ts'
import { createWhileUnchanged } from './while-unchanged.ts'

export function createMemoryRecords(tables: Tables): MemoryStore {
  const { connection, spaces, turns, marks, memories, withheld, leases, deadLetters } = tables
  const noChanges = createWhileUnchanged<Changes>()

  function put(space: SpaceRow, derived: Derived): void {
    const family = writerFamily(derived.writer)
    const footings = createFootings(tables, space)
    const sequences = derived.turnIds.flatMap(id => footings.sequenceOf(id) ?? [])
    const fresh = new Map(
      derived.memories.flatMap(memory => {
        const footing = footings.of(memory)
        return footing === null ? [] : [[memory.id, { memory, footing }]]
      }),
    )

    const kept = new Map<string, number>()
    for (const sequence of sequences) {
      for (const { id, place, json } of memories.drawn(space, sequence, family)) {
        // What is drawn again word for word keeps its vectors.
        if (JSON.stringify(fresh.get(id)?.memory) === json) kept.set(id, place)
        else memories.remove(space, id)
      }
    }

    let place = 0
    for (const [id, { memory, footing }] of fresh) {
      if (!kept.has(id)) memories.add(space, memory, { ...footing, place })
      else if (kept.get(id) !== place) memories.move(space, id, place)
      place++
    }

    for (const sequence of sequences) deadLetters.remove(space, sequence, family)
    for (const { turnId, reason } of derived.dead) {
      const sequence = footings.sequenceOf(turnId)
      if (sequence !== null) deadLetters.put(space, { sequence, family, reason })
    }
    if (derived.fence !== null) leases.clearFailures(space, family)

    space.revision++
    for (const sequence of sequences) memories.setRead(space, sequence, space.revision)
    marks.unschedule(space, family, sequences)
    const mark = marks.of(space, derived.writer)
    marks.set(space, derived.writer, { ...mark, sequence: Math.max(mark.sequence, Math.min(derived.upTo, space.lastSequence)) })
    spaces.save(space)
  }

  /** The batch was read before something was taken away, or before the writer was set back, or the lease is another's now. */
  const isStale = (space: SpaceRow, { writer, revision, fence }: Derived): boolean =>
    revision < Math.max(space.resetRevision, marks.of(space, writer).rewoundRevision) ||
    (fence !== null && !leases.isHeld(space, { family: writerFamily(writer), fence }))

  function changesOf(space: SpaceRow, since: number): Changes {
    const reset = since !== 0 && (since < space.resetRevision || since > space.revision)
    const from = reset ? 0 : since
    const changed = from < space.revision
    return {
      revision: space.revision,
      reset,
      turns: changed ? turns.after(space, turns.lastSequenceAt(space, from), unlimited) : [],
      memories: changed ? memories.readAfter(space, from) : [],
      withheld: withheld.all(space),
    }
  }

  return {
    async put(scope, derived) {
      checkDerived(derived)
      return connection.write(() => {
        const space = spaces.find(scope)
        if (space === null || isStale(space, derived)) return false
        put(space, derived)
        return true
      })
    },

    async changes(scope, since) {
      const key = JSON.stringify([scope.tenant, scope.space, since])
      // Taken before it is read: what comes in between is seen by the next call.
      const stamp = await connection.stamp()
      const kept = noChanges(stamp).get(key)
      if (kept !== undefined) return kept
      const changes = await connection.read(() => {
        const space = spaces.find(scope)
        return space === null ? { revision: 0, reset: since > 0, turns: [], memories: [], withheld: [] } : changesOf(space, since)
      })
      if (changes.revision === since) noChanges(stamp).set(key, changes)
      return changes
    },

    rewind: (scope, writer) =>
      connection.write(() => {
        const space = spaces.findOrThrow(scope)
        space.revision++
        marks.set(space, writer, { sequence: 0, rewoundRevision: space.revision })
        spaces.save(space)
      }),
  }
}
