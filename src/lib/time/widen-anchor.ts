import type { Anchor } from '../../domain.ts'
import { dayOf, formatDay } from './civil-day.ts'

/** The month or year that an anchor lies in, as an anchor; the anchor itself where it spans several or is as wide already. */
export const widenAnchor = (anchor: Anchor, precision: 'month' | 'year'): Anchor => {
  const kept = precision === 'year' ? 4 : 7
  const period = anchor.start.slice(0, kept)
  if (period !== anchor.end.slice(0, kept)) return anchor
  const [year, month] = [Number(period.slice(0, 4)), precision === 'year' ? null : Number(period.slice(5, 7))]
  const first = formatDay(dayOf(year, month ?? 1, 1))
  const last = formatDay(dayOf(year, (month ?? 12) + 1, 0))
  return first === null || last === null ? anchor : { ...anchor, start: first, end: last, precision }
}
