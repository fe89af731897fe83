import { EngramError } from '../errors.ts'
import type { Derived } from '../seams.ts'
import { writerFamily } from './writer-family.ts'

/** Throws bad_input for a record that belongs to another turn or another family than those it would replace. */
export function checkDerived({ writer, turnIds, memories }: Derived): void {
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
}
