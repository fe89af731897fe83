import type { Scope } from '../../domain.ts'
import { writerFamily } from '../../lib/writer-family.ts'
import type { AppendReceipt, CountTokens, DumpEntry } from '../../seams.ts'
import { checkVectors, vectorsByEmbedder } from '../check-vectors.ts'
import { appendDumped, type DumpProgress, holdsMark } from '../dump-progress.ts'
import { overlapping } from '../overlapping.ts'
import { inRestoreOrder } from '../restore-order.ts'
import { createFootings, type Footings } from './footing.ts'
import type { SpaceRow } from './spaces.ts'
import type { Tables } from './tables.ts'

interface Restoring {
  readonly space: SpaceRow
  readonly progress: DumpProgress
  /** That the space has when all is in. */
  readonly revision: number
}

export interface Restored {
  readonly receipt: AppendReceipt
  /** null where there was nothing to restore to. */
  readonly progress: DumpProgress | null
}

interface RestoreOptions {
  readonly previous: DumpProgress | undefined
  readonly countTokens: CountTokens
}

/** Inside a transaction. */
export function createRestore(tables: Tables): (scope: Scope, entries: readonly DumpEntry[], options: RestoreOptions) => Restored {
  const { spaces, turns, marks, memories, vectors, withheld, deadLetters, indexes } = tables

  function restoreWithheld({ space, progress, revision }: Restoring, { span }: Extract<DumpEntry, { type: 'withheld' }>): boolean {
    const sequence = turns.sequenceOf(space, span.turnId)
    if (sequence === null || progress.conflicts.has(span.turnId) || !withheld.add(space, sequence, span)) return false
    const gone = memories.on(space, sequence).filter(({ memory }) => overlapping(memory.sources, [span]))
    for (const { memory } of gone) memories.remove(space, memory.id)
    // Whoever has read the turn has read these words.
    indexes.remove(space)
    space.resetRevision = revision
    return true
  }

  function restoreMemory(
    { space, progress, revision }: Restoring,
    { memory }: Extract<DumpEntry, { type: 'memory' }>,
    footings: Footings,
  ): boolean {
    const footing = footings.of(memory)
    const isAboutOtherWords = [memory.turnId, ...memory.sources.map(({ turnId }) => turnId)].some(id => progress.conflicts.has(id))
    if (footing === null || isAboutOtherWords) return false
    const place = (memories.drawn(space, footing.own, writerFamily(memory.writtenBy)).at(-1)?.place ?? -1) + 1
    if (!memories.add(space, memory, { ...footing, place })) return false
    deadLetters.remove(space, footing.own, writerFamily(memory.writtenBy))
    memories.setRead(space, footing.own, revision)
    return true
  }

  function restoreDead({ space, progress }: Restoring, { turnId, family, reason }: Extract<DumpEntry, { type: 'dead' }>): boolean {
    const sequence = turns.sequenceOf(space, turnId)
    if (sequence === null || progress.conflicts.has(turnId) || deadLetters.has(space, sequence, family)) return false
    if (memories.drawn(space, sequence, family).length > 0) return false
    deadLetters.put(space, { sequence, family, reason })
    return true
  }

  function restoreMark({ space, progress }: Restoring, { writer, turns: count }: Extract<DumpEntry, { type: 'mark' }>): boolean {
    const mark = marks.of(space, writer)
    const first = turns.firstIds(space, count)
    const last = first[count - 1]
    const sequence = last === undefined ? null : turns.sequenceOf(space, last)
    if (sequence === null || mark.sequence > 0 || !holdsMark(progress, count, first)) return false
    marks.set(space, writer, { ...mark, sequence })
    return true
  }

  /** Whether each entry changed anything: what is there already stays, and what belongs to a turn that isn't the dump's is passed over. */
  function createRestoreEntry(restoring: Restoring): (entry: DumpEntry) => boolean {
    let footings: Footings | null = null
    function restoreEntry(entry: DumpEntry): boolean {
      switch (entry.type) {
        case 'turn':
          return false
        case 'withheld':
          return restoreWithheld(restoring, entry)
        case 'memory':
          footings ??= createFootings(tables, restoring.space)
          return restoreMemory(restoring, entry, footings)
        case 'vector':
          return vectors.put(restoring.space, entry, { replace: false })
        case 'dead':
          return restoreDead(restoring, entry)
        case 'mark':
          return restoreMark(restoring, entry)
      }
    }
    return restoreEntry
  }

  return (scope, entries, { previous, countTokens }) => {
    const space = entries.some(({ type }) => type === 'turn') ? spaces.findOrCreate(scope) : spaces.find(scope)
    for (const [embedder, given] of vectorsByEmbedder(entries)) {
      checkVectors(embedder, given, space === null ? null : vectors.dimensions(space, embedder))
    }
    if (space === null) return { receipt: { added: 0, duplicates: 0, conflicts: [] }, progress: null }

    const { receipt, progress } = appendDumped(entries, previous, given => turns.append(space, given, countTokens))
    const revision = space.revision + 1
    const changed = inRestoreOrder(entries).filter(createRestoreEntry({ space, progress, revision }))
    if (changed.length > 0) space.revision = revision
    spaces.save(space)
    return { receipt, progress }
  }
}
