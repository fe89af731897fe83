import { EngramError } from '../errors.ts'

/** The one id that is meant: itself, or the only one that begins so. */
export function matchId(wanted: string, ids: readonly string[]): string {
  if (wanted === '') throw new EngramError('bad_input', 'An id is empty.', { field: 'id' })
  if (ids.includes(wanted)) return wanted
  const fitting = ids.filter(id => id.startsWith(wanted))
  const [only] = fitting
  if (only === undefined)
    throw new EngramError('not_found', `Nothing in this space has an id that is or begins with "${wanted}".`, { field: 'id' })
  if (fitting.length === 1) return only
  const some = fitting.slice(0, 4).join(', ')
  throw new EngramError(
    'ambiguous_id',
    `"${wanted}" fits ${fitting.length} ids: ${some}${fitting.length > 4 ? ', …' : ''}. Give more characters.`,
    { field: 'id' },
  )
}
