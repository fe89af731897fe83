import type { Scope } from '../domain.ts'
import { EngramError } from '../errors.ts'

export const unknownSpace = ({ tenant, space }: Scope): EngramError =>
  new EngramError('unknown_space', `There is no space ${JSON.stringify(space)} of tenant ${JSON.stringify(tenant)}.`)

const named = 10

/** Names the first ten. */
export function notFound(what: 'turn' | 'memory', ids: readonly string[]): EngramError {
  const list = ids.slice(0, named).join(', ')
  const more = ids.length > named ? ` and ${ids.length - named} more` : ''
  return new EngramError('not_found', `No ${what} here has the id ${list}${more}. Nothing was forgotten.`)
}

/** Before anything is written; what has been stored stays. */
export function checkNotCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new EngramError('cancelled', 'Stopped on request; nothing was written.', { cause: signal.reason })
}
