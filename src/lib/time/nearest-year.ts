import type { Reading, Reference } from './time-rule.ts'

/** The year that a month or a day without one belongs to: of the nearest that is past, or of the first that is not over yet. */
export const nearestYear = (reference: Reference, tense: 'past' | 'future' | null, spanIn: (year: number) => Reading): number => {
  const { year, day } = reference
  if (tense === 'future') return spanIn(year).last >= day ? year : year + 1
  return spanIn(year).first <= day ? year : year - 1
}
