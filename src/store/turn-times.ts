import { EngramError } from '../errors.ts'
import { parseTime } from '../lib/time/parse-time.ts'

interface Dated {
  readonly at: string
  readonly key: string
}

/** First and last of these times, as they were written; null when none of them is a time. */
export function timeRange(times: Iterable<string | null>): { readonly from: string | null; readonly to: string | null } {
  let from: Dated | null = null
  let to: Dated | null = null
  for (const at of times) {
    const key = sortKey(at)
    if (at === null || key === null) continue
    if (from === null || key < from.key) from = { at, key }
    if (to === null || key >= to.key) to = { at, key }
  }
  return { from: from?.at ?? null, to: to?.at ?? null }
}

/** Tells whether a turn's time comes before a limit; a turn without a time never does. Throws bad_input for a limit that is no time. */
export function beforeTime(limit: string): (at: string | null) => boolean {
  const limitKey = sortKey(limit)
  if (limitKey === null) {
    throw new EngramError('bad_input', `before: expected an ISO 8601 date or time, as 2024-03-01, got ${JSON.stringify(limit)}.`, {
      field: 'at',
    })
  }
  return at => {
    const key = sortKey(at)
    return key !== null && key < limitKey
  }
}

const sortKey = (at: string | null): string | null => (at === null ? null : (parseTime(at)?.key ?? null))
