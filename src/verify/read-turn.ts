import type { Turn } from '../domain.ts'
import { distanceReading } from '../lib/time/calendar-spans.ts'
import type { Day } from '../lib/time/civil-day.ts'
import { countPattern, readCount, readUnit, unitPattern } from '../lib/time/english/words.ts'
import { parseTime } from '../lib/time/parse-time.ts'
import { resolveTimes } from '../lib/time/resolve-times.ts'
import { referenceOf } from '../lib/time/time-rule.ts'
import { plainWords } from '../lib/words/plain-words.ts'
import { daysOf } from './claim-dates.ts'
import { keysOf } from './content-words.ts'

/** A part of a turn that one subject governs. */
export interface Clause {
  readonly text: string
  /** Its `plainWords`. */
  readonly plain: string
  readonly keys: ReadonlySet<string>
  /** It speaks of "I" or "we". */
  readonly own: boolean
  /** It speaks of "you". */
  readonly addressed: boolean
  readonly asks: boolean
}

/** When something that a turn tells was. */
export interface ToldTime {
  readonly first: Day
  readonly last: Day
  /** No more than "lately", or what "for ten years" may hint at. */
  readonly vague: boolean
}

/** A cited turn as the rules look at it. */
export interface ReadTurn {
  readonly turn: Turn
  /** With the captions of what came with it. */
  readonly text: string
  readonly keys: ReadonlySet<string>
  readonly captionKeys: ReadonlySet<string>
  readonly clauses: readonly Clause[]
  /** When it was said. */
  readonly said: Day | null
  /** Read when first asked for: most sentences say no time. */
  readonly times: () => readonly ToldTime[]
}

const clauseEnd = /(?<=[.!?;。！？\n])\s*(?=\S)|\s+[-–—]\s+|,\s+(?:but|and|so)\s+(?=(?:i|you|we|he|she|they|it)\b)/iu
const ownWords = / (?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|we'd|we'll|us|our|ours|ourselves) /
const addressedWords = / (?:you|you're|you've|you'd|you'll|your|yours|yourself|u|ur) /

export function readTurn(turn: Turn): ReadTurn {
  const clauses = turn.text.split(clauseEnd).flatMap(part => (part.trim() === '' ? [] : [readClause(part)]))
  const captionKeys = keysOf(captionsOf(turn).join('\n'))
  const said = turn.at === null ? null : (parseTime(turn.at)?.day ?? null)
  return {
    turn,
    text: wordsOf(turn),
    keys: new Set([...clauses.flatMap(({ keys }) => [...keys]), ...captionKeys]),
    captionKeys,
    clauses,
    said,
    times: once(() => toldTimes(turn.text, turn.at, said)),
  }
}

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | null = null
  return () => {
    known ??= { value: read() }
    return known.value
  }
}

/** What a turn says, with the captions of what came with it. */
export function wordsOf(turn: Turn): string {
  return [turn.text, ...captionsOf(turn)].join('\n')
}

const captionsOf = ({ attachments }: Turn): readonly string[] => attachments.flatMap(({ caption }) => caption ?? [])

function readClause(text: string): Clause {
  const plain = plainWords(text)
  return { text, plain, keys: keysOf(text), own: ownWords.test(plain), addressed: addressedWords.test(plain), asks: /[?？]\s*$/.test(text) }
}

const lately = /\b(?:recently|lately|these days)\b/i
const soon = /\b(?:soon|upcoming)\b/i
const duration = new RegExp(`\\bfor (?:about |almost |over |nearly |around )?${countPattern} ${unitPattern}s?\\b`, 'gi')

/** The times of a turn's words, as loosely as they are meant. */
function toldTimes(text: string, at: string | null, said: Day | null): readonly ToldTime[] {
  const told: ToldTime[] = resolveTimes(text, at).flatMap(({ phrase, anchor }): readonly ToldTime[] => {
    const days = anchor === null ? null : daysOf(anchor)
    if (anchor === null || days === null) return []
    const [first, last] = days
    return [{ ...loosen({ phrase, first, last, said, approximate: anchor.approximate }), vague: false }]
  })
  if (said === null) return told
  for (const { groups } of text.matchAll(duration)) {
    const { first, last } = distanceReading(referenceOf(said), readCount(groups?.count ?? ''), readUnit(groups?.unit ?? ''), -1)
    told.push({ first, last, vague: true })
  }
  if (told.some(({ vague }) => !vague)) return told
  if (lately.test(text)) told.push({ first: said - 14, last: said, vague: true })
  if (soon.test(text)) told.push({ first: said, last: said + 45, vague: true })
  return told
}

interface Said {
  readonly phrase: string
  readonly first: Day
  readonly last: Day
  readonly said: Day | null
  readonly approximate: boolean
}

function loosen({ phrase, first, last, said, approximate }: Said): { readonly first: Day; readonly last: Day } {
  const length = last - first
  // "Last week" is for some the calendar week and for others the last seven days.
  if (said !== null && /\b(?:last|past|this) week\b/i.test(phrase))
    return { first: Math.min(first, said - 7), last: Math.max(last, said - 1) }
  if (said !== null && /\bnext week\b/i.test(phrase)) return { first: Math.min(first, said + 1), last: Math.max(last, said + 14) }
  if (/\bweeks (?:ago|back|from now)\b|\bin .* weeks\b/i.test(phrase)) return { first: first - 3, last: last + 3 }
  if (/\byears? (?:ago|back)\b/i.test(phrase) && length < 40) return { first: first - 180, last: last + 180 }
  if (!approximate) return { first, last }
  return length <= 7 ? { first: first - 3, last: last + 3 } : { first: first - 31, last: last + 31 }
}
