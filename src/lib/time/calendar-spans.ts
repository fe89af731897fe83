import { type Day, dayOf } from './civil-day.ts'
import type { Reading, Reference } from './time-rule.ts'

export const dayReading = (day: Day): Reading => ({ first: day, last: day, precision: 'day' })

/** Several days of which the words don't single one out. */
export const daysReading = (first: Day, last: Day): Reading => ({ first, last, precision: 'week' })

/** Months past the end of a year carry over, as in month 0 or 13. */
export const monthReading = (year: number, month: number): Reading => ({
  first: dayOf(year, month, 1),
  last: dayOf(year, month + 1, 0),
  precision: 'month',
})

export const yearReading = (year: number): Reading => ({ first: dayOf(year, 1, 1), last: dayOf(year, 12, 31), precision: 'year' })

const firstMonths: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 }

export const seasonWords: readonly string[] = Object.keys(firstMonths)

/** Of the northern hemisphere, in whole months. The winter of a year begins in its December. */
export const seasonReading = (season: string, year: number): Reading => {
  const month = firstMonths[season] ?? 1
  return { first: dayOf(year, month, 1), last: dayOf(year, month + 3, 0), precision: 'season' }
}

/** Monday to Sunday, so many weeks from this one. */
export const weekReading = ({ day, weekday }: Reference, weeks: number): Reading => {
  const monday = day - ((weekday + 6) % 7) + 7 * weeks
  return daysReading(monday, monday + 6)
}

/** Saturday and Sunday: 0 is the weekend of this week, even when it is over tomorrow; -1 the one before. */
const weekendReading = (reference: Reference, weeks: number): Reading => {
  const { last } = weekReading(reference, weeks)
  return daysReading(last - 1, last)
}

/** The most recent such weekday strictly before the reference. */
export const weekdayBefore = ({ day, weekday }: Reference, wanted: number): Day => day - ((weekday - wanted + 6) % 7) - 1

/** The next such weekday strictly after the reference. */
export const weekdayAfter = ({ day, weekday }: Reference, wanted: number): Day => day + ((wanted - weekday + 6) % 7) + 1

export type Unit = 'day' | 'week' | 'weekend' | 'month' | 'year'

/** The day, week, weekend, month or year that is so many away: -1 is the one before this one. */
export const unitReading = (reference: Reference, unit: Unit, away: number): Reading => {
  switch (unit) {
    case 'day':
      return dayReading(reference.day + away)
    case 'week':
      return weekReading(reference, away)
    case 'weekend':
      return weekendReading(reference, away)
    case 'month':
      return monthReading(reference.year, reference.month + away)
    case 'year':
      return yearReading(reference.year + away)
  }
}

export interface Count {
  readonly value: number
  /** 'couple' is a number that may be off; 'few' is no number at all. */
  readonly loose: 'couple' | 'few' | null
}

/**
 * The time that lies so many units from now, -1 for "ago" and 1 for "in". Weeks count as seven days each, so that two weeks ago is a day;
 * "a few days" is a stretch, never a day.
 */
export const distanceReading = (reference: Reference, { value, loose }: Count, unit: Unit, direction: 1 | -1): Reading => {
  const away = direction * value
  const approximate = loose !== null
  const exact = unit === 'week' ? dayReading(reference.day + 7 * away) : unitReading(reference, unit, away)
  if (loose !== 'few' || unit === 'month' || unit === 'year' || unit === 'weekend') return { ...exact, approximate }
  const [near, far] = unit === 'day' ? [1, value + 2] : [7, 7 * value + 7]
  const ends = [reference.day + direction * near, reference.day + direction * far].sort((a, b) => a - b)
  return { ...daysReading(ends[0] ?? 0, ends[1] ?? 0), approximate }
}
