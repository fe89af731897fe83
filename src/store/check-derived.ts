import { EngramError } from '../errors.ts'
import { writerFamily } from '../lib/writer-family.ts'
import type { Derived } from '../seams.ts'

/** Throws bad_input for a record or dead letter of another turn, or a record of another family, than those it would replace. */
export function checkDerived({ writer, turnIds, memories, dead }: Derived): void {
  const family = writerFamily(writer)
  const turns = new Set(turnIds)
  for (const { id, turnId, writtenBy } of memories) {
    if (!turns.has(turnId)) {
      throw new EngramError('bad_input', `Memory ${id} is drawn from turn ${turnId}, which is not among the turns read.`, {
        field: 'memories',
      })
    }
    if (writerFamily(writtenBy) !== family) {
      throw new EngramError('bad_input', `Memory ${id} is written by ${writtenBy}, and put by ${writer}.`, { field: 'memories' })
    }
  }
  for (const { turnId } of dead) {
    if (!turns.has(turnId)) {
      throw new EngramError('bad_input', `Turn ${turnId} is given up, which is not among the turns read.`, { field: 'dead' })
    }
  }
}
