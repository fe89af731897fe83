import type { RuleSet } from './time-rule.ts'

/** How one language speaks of time. */
export interface TimeLanguage {
  readonly sets: readonly RuleSet[]
  readonly relationAt: (text: string, start: number, end: number) => Relation
  readonly tenseAround: (text: string, start: number, end: number) => 'past' | 'future' | null
}

/** How a phrase relates to what is said of it: "since May", "by Friday". */
export interface Relation {
  readonly type: 'since' | 'until' | null
  /** Where the phrase begins, with the word that relates it. */
  readonly start: number
  /** The words name a distance from that time ("a week before Christmas"), so it is not the time meant. */
  readonly offset: boolean
}
