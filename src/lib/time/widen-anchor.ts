import type { Anchor } from '../../domain.ts'
import { monthReading, yearReading } from './calendar-spans.ts'
import { formatDay } from './civil-day.ts'

/** The month or year that an anchor lies in, as an anchor; the anchor itself where it spans several or is as wide already. */
export const widenAnchor = (anchor: Anchor, precision: 'month' | 'year'): Anchor => {
  const kept = precision === 'year' ? 4 : 7
  const period = anchor.start.slice(0, kept)
  if (period !== anchor.end.slice(0, kept)) return anchor
  const year = Number(period.slice(0, 4))
  const span = precision === 'year' ? yearReading(year) : monthReading(year, Number(period.slice(5)))
  const [first, last] = [formatDay(span.first), formatDay(span.last)]
  return first === null || last === null ? anchor : { ...anchor, start: first, end: last, precision }
}
