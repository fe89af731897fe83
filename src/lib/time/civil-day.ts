/** A day without time or zone, as days since 1970-01-01. */
export type Day = number

export interface CivilDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
}

const millisecondsPerDay = 86_400_000

/** Months and days past their end carry over, as in month 13 or day 0. Years 0 to 99 are taken literally. */
export const dayOf = (year: number, month: number, day: number): Day =>
  new Date(0).setUTCFullYear(year, month - 1, day) / millisecondsPerDay

export const civilDateOf = (day: Day): CivilDate => {
  const date = new Date(day * millisecondsPerDay)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7

export const daysInMonth = (year: number, month: number): number => civilDateOf(dayOf(year, month + 1, 0)).day

/** null for a date that is in no calendar, as 30 February. */
export const exactDay = (year: number, month: number, day: number): Day | null =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) ? dayOf(year, month, day) : null

/** YYYY-MM-DD; null outside the years 1 to 9999, which that form can't hold. */
export const formatDay = (day: Day): string | null => {
  const { year, month, day: dayOfMonth } = civilDateOf(day)
  if (!(year >= 1 && year <= 9999)) return null
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
}
