import type { Precision } from '../../domain.ts'
import { civilDateOf, type Day, weekdayOf } from './civil-day.ts'

/** The day that relative words count from. */
export interface Reference {
  readonly day: Day
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** 0 is Sunday. */
  readonly weekday: number
}

export const referenceOf = (day: Day): Reference => {
  const { year, month } = civilDateOf(day)
  return { day, year, month, weekday: weekdayOf(day) }
}

/** What a phrase means: the days from first to last. */
export interface Reading {
  readonly first: Day
  readonly last: Day
  readonly precision: Precision
  readonly approximate?: boolean
  readonly relation?: 'since' | 'until'
  /** It needs no reference day: "3 July 2023". */
  readonly absolute?: boolean
}

/** What a rule sees of the place where its pattern matched. */
export interface Found {
  readonly match: RegExpExecArray
  /** The named groups of the pattern; those that took no part are undefined. */
  readonly groups: Readonly<Record<string, string | undefined>>
  readonly reference: Reference
  /** Whether the words around the match speak of what is past or to come; null when they don't say. Stays within the sentence. */
  readonly tense: () => 'past' | 'future' | null
}

export interface TimeRule {
  /** Global, and linear in the text: every repetition bounded. */
  readonly pattern: RegExp
  /** null: not a time after all, and the words stay free for other rules. 'blocked': not a time, and no other rule may read it as one. */
  readonly read: (found: Found) => Reading | 'blocked' | null
}

/** Rules that only matter where the text holds one of their cues: a cheap test that spares the rest. */
export interface RuleSet {
  readonly cue: RegExp
  readonly rules: readonly TimeRule[]
}

/** Joins words into one pattern source, longest first, so that 'weekend' is never read as 'week'. */
export const oneOf = (words: Iterable<string>): string => `(?:${[...words].sort((a, b) => b.length - a.length).join('|')})`

/**
 * Holds everywhere and takes nothing. The engine would compile what follows anew for each way through words before it that may be missing: after
 * this it is compiled once, which takes a third of the time.
 */
export const compiledOnce = '(?=)'
