import { sharesBeginning } from './content-words.ts'
import type { Finding } from './finding.ts'
import type { Sources } from './read-sources.ts'
import type { StatedWord, Statement } from './read-statement.ts'

/** How far the words of a sentence stand in the cited turns, by weight. */
export interface Coverage {
  /** Of all words, numbers and dates: 0 to 1; 0.5 where there are none. */
  readonly all: number
  /** Of those that the question didn't hold; null where there are none. */
  readonly told: number | null
  /** The weight of each key of the cited turns that a word of the sentence stands for. */
  readonly matched: ReadonlyMap<string, number>
  /** Words that neither the turns nor those near them hold, heaviest first. */
  readonly missing: readonly StatedWord[]
  /** The heaviest that one word leaves uncovered. */
  readonly gap: number
}

const sameBeginning = 0.9
/** What a number or a date weighs: as much as a rare word. */
const factWeight = 3
const nearby = 0.7

/** `facts`: how well each of the sentence's numbers and dates fits, 0 to 1. */
export function coverageOf({ words }: Statement, { citedKeys, nearKeys }: Sources, facts: readonly number[]): Coverage {
  const matched = new Map<string, number>()
  const missing: StatedWord[] = []
  const sums = { all: 0, allHeld: 0, told: 0, toldHeld: 0, gap: 0 }
  for (const word of words) {
    const { weight, asked, key } = word
    const found = citedKeys.has(key) ? key : citedKeys.values().find(other => sharesBeginning(key, other))
    const held = found === undefined ? (nearKeys.has(key) ? nearby : 0) : found === key ? 1 : sameBeginning
    if (found !== undefined) matched.set(found, Math.max(matched.get(found) ?? 0, weight * held))
    if (held === 0) missing.push(word)
    sums.all += weight
    sums.allHeld += weight * held
    sums.told += asked ? 0 : weight
    sums.toldHeld += asked ? 0 : weight * held
    sums.gap = Math.max(sums.gap, weight * (1 - held))
  }
  for (const held of facts) {
    sums.all += factWeight
    sums.told += factWeight
    sums.allHeld += factWeight * held
    sums.toldHeld += factWeight * held
  }
  return {
    all: sums.all === 0 ? 0.5 : sums.allHeld / sums.all,
    told: sums.told === 0 ? null : sums.toldHeld / sums.told,
    matched,
    missing: missing.sort((left, right) => right.weight - left.weight),
    gap: sums.gap,
  }
}

/** The weight that the sentence shares with words of these keys. `matched` as in `Coverage`. */
export function heldWeight(keys: ReadonlySet<string>, matched: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [key, weight] of matched) if (keys.has(key)) sum += weight
  return sum
}

const leastScore = 0.5
const sureScore = 0.65
/** A word so rare that its absence alone leaves a sentence open: about one turn of 400. */
const rareGap = 6
/** Stands for what a sentence tells that only repeats its question. */
const onlyRepeats = 0.6
const mostNamed = 3

export function checkCoverage({ all, told, missing, gap }: Coverage): readonly Finding[] {
  const score = 0.5 * all + 0.5 * (told ?? onlyRepeats)
  if (score >= sureScore && gap < rareGap) return []
  const named = missing.slice(0, mostNamed).map(({ word }) => `"${word}"`)
  const fault = named.length === 0 ? 'the cited words hold little of it' : `in none of the cited words: ${named.join(', ')}`
  return [{ fault, grave: score < leastScore }]
}
