import { EngramError } from '../errors.ts'

/** How many turns before its own a writer may see: so many turns after a forgotten one are read again without it. */
export const contextReach = 8

/** A longer context would outlive what was forgotten of it. */
export function checkContext({ id, context }: { readonly id: string; readonly context: number }): void {
  if (Number.isInteger(context) && context >= 0 && context <= contextReach) return
  throw new EngramError('bad_input', `Writer ${id}: expected a context of 0 to ${contextReach} turns, got ${context}.`, {
    field: 'context',
  })
}
