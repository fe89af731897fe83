import type { Anchor } from '../../domain.ts'
import { anchorOf } from './anchor-of.ts'
import { applyRules, marksOf, type TimeMatch } from './apply-rules.ts'
import { findChronoDates } from './english/chrono-dates.ts'
import { english } from './english/english.ts'
import { languagesOf } from './languages/languages-of.ts'
import { parseTime } from './parse-time.ts'
import { readClockTimes, type TimedMatch } from './read-clock-times.ts'
import { referenceOf } from './time-rule.ts'

/** Words of a text that say when. */
export interface TimeMention {
  /** The phrase is text.slice(start, end), in UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly phrase: string
  /** null where the phrase is relative and the time of the text unknown. */
  readonly anchor: Anchor | null
}

/**
 * The times that a text speaks of, in its order, without overlaps. Relative words count from `at`, the time of the text (ISO 8601, see
 * parseTime); without it, or where it can't be read, they stay a phrase. Linear in the text.
 */
export const resolveTimes = (text: string, at: string | null): readonly TimeMention[] => {
  const languages = languagesOf(text)
  if (languages.length === 0) return []
  const time = at === null ? null : parseTime(at)
  const reference = referenceOf(time?.day ?? 0)
  const marks = marksOf(text)
  const matches: TimeMatch[] = languages.flatMap(language => applyRules(text, language, reference, marks))
  if (languages.includes(english)) matches.push(...findChronoDates(text, marks.free))
  matches.sort((a, b) => a.start - b.start)

  return readClockTimes(text, matches, reference).map(({ start, end, reading, minutes }: TimedMatch) => {
    const phrase = text.slice(start, end)
    const known = time !== null || reading.absolute === true
    return { start, end, phrase, anchor: known ? anchorOf({ phrase, reading, minutes }, time) : null }
  })
}
