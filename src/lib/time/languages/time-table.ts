import type { Unit } from '../calendar-spans.ts'

/**
 * A language as a table. All words are pattern sources, matched without regard to case. Templates may hold {count}, {unit}, {weekday},
 * {month}, {day} and {year}. Fields are tried in this order, and within a field in the order written.
 */
export interface TimeTable {
  /** Frequent words that tell the language; none for one that has its own script. */
  readonly commonWords: readonly string[]
  /** Words of time, with months the only ones by which a text is suspected to be in this language; none for one that has its own script. */
  readonly timeWords: readonly string[]
  /** Scripts without spaces have no word ends to look for. */
  readonly spaced: boolean

  readonly counts: Readonly<Record<string, number>>
  /** Counts that may be off: "ein paar". */
  readonly looseCounts: Readonly<Record<string, number>>
  readonly units: Readonly<Record<string, Unit>>
  /** From Sunday. */
  readonly weekdays: readonly string[]
  /** From January. Empty where months are numbers. */
  readonly months: readonly string[]

  readonly date: readonly string[]
  readonly monthOfYear: readonly string[]
  readonly year: readonly string[]
  /** Words that stand for a day, and how many days from the reference it is. */
  readonly days: Readonly<Record<string, number>>
  /** A weekday of the calendar week that is so many away. */
  readonly weekdayOfWeek: Readonly<Record<string, number>>
  /** The most recent such weekday before the reference day, and the first after it. */
  readonly lastWeekday: readonly string[]
  readonly nextWeekday: readonly string[]
  /** It began so long ago and goes on: "seit zwei Jahren". */
  readonly lasting: readonly string[]
  readonly ago: readonly string[]
  readonly ahead: readonly string[]
  /** A whole week, weekend, month or year, and how many it is away. */
  readonly periods: Readonly<Record<string, readonly [Unit, number]>>

  /** Words just before a phrase: "seit", "bis". */
  readonly since: readonly string[]
  readonly until: readonly string[]
}

export const numbersFromOne = (words: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(words.map((word, index) => [word, index + 1]))
