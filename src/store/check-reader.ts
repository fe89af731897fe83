import { EngramError } from '../errors.ts'
import type { LogReader } from '../seams.ts'
import { contextReach } from './context-reach.ts'

/** Turns in a batch, where the reader does not say. */
export const usualBatch = 500

/** A longer context would outlive what was forgotten of it. Throws bad_input. */
export function checkReader({ id, context, batch = usualBatch }: LogReader): void {
  if (!Number.isInteger(context) || context < 0 || context > contextReach) {
    throw new EngramError('bad_input', `Writer ${id}: expected a context of 0 to ${contextReach} turns, got ${context}.`, {
      field: 'context',
    })
  }
  if (!Number.isInteger(batch) || batch < 1) {
    throw new EngramError('bad_input', `Writer ${id}: expected a batch of at least one turn, got ${batch}.`, { field: 'batch' })
  }
}
