import type { Found, Reading, Reference } from './time-rule.ts'

/** From one leap day to the next, across a century that has none. */
const mostYears = 8

/**
 * What a month or day without a year means: in the past the latest that has begun, in the future the first that is not over, and where the
 * words tell neither the nearer of the two. `spanIn` gives it in a year; null where that year has no such day.
 */
export const nearestSpan = (
  reference: Reference,
  tense: 'past' | 'future' | null,
  spanIn: (year: number) => Reading | null,
): Reading | null => {
  const past = tense === 'future' ? null : walk(reference, -1, spanIn)
  const future = tense === 'past' ? null : walk(reference, 1, spanIn)
  if (past === null || future === null) return past ?? future
  return future.first - reference.day < reference.day - past.last ? future : past
}

/** In the year that the words name, which makes it absolute; else the nearest. */
export const spanOf = (
  { groups, reference }: Found,
  tense: 'past' | 'future' | null,
  spanIn: (year: number) => Reading | null,
): Reading | null => {
  if (groups.year === undefined) return nearestSpan(reference, tense, spanIn)
  const span = spanIn(Number(groups.year))
  return span === null ? null : { ...span, absolute: true }
}

const walk = ({ year, day }: Reference, step: 1 | -1, spanIn: (year: number) => Reading | null): Reading | null => {
  for (let away = 0; away <= mostYears; away += 1) {
    const span = spanIn(year + step * away)
    if (span !== null && (step === 1 ? span.last >= day : span.first <= day)) return span
  }
  return null
}
