import { oneOf } from '../time-rule.ts'
import { numberWords } from './words.ts'

/** A time of day in a text, at characters [start, end). */
export interface ClockTime {
  readonly start: number
  readonly end: number
  /** Since midnight; null where morning and evening are equally likely, as "at 5:30". */
  readonly minutes: number | null
  readonly approximate: boolean
  /** Said as a time by itself, with a preposition and am or pm: "at 5 pm". */
  readonly plain: boolean
}

const hourPattern = `(?<hour>\\d{1,2}|${oneOf(numberWords)})`
const forms = [
  '(?<hourOfHalf>\\d{1,2})(?::(?<minuteOfHalf>\\d\\d))? ?(?<half>[ap]\\.?m\\b\\.?)',
  '(?<hour24>\\d{1,2}):(?<minute24>\\d\\d)(?!\\d|:)',
  `(?<fraction>half past|quarter past|quarter to) ${hourPattern}(?![\\w:])`,
  `(?<oclock>\\d{1,2}|${oneOf(numberWords)}) o['’]?clock`,
  '(?<named>noon|midday|midnight)\\b',
]
const part = '(?: (?:in the |this |at )?(?<part>morning|afternoon|evening|night)\\b)?'
const clockPattern = new RegExp(`(?<![\\w:.,/])(?:(?<lead>at|around|about|by|from|@) )?(?:${forms.join('|')})${part}`, 'gi')

export const clockCue: RegExp = /\d ?[ap]\.?m\b|\d:\d\d|half past|quarter (?:past|to)|o['’]?clock|\bnoon|\bmidday|\bmidnight/i

export const findClockTimes = (text: string): readonly ClockTime[] =>
  [...text.matchAll(clockPattern)].flatMap(match => {
    const groups: Readonly<Record<string, string | undefined>> = match.groups ?? {}
    const time = readClock(groups)
    if (time === 'none') return []
    const approximate = /^(?:around|about)$/i.test(groups.lead ?? '')
    const plain = groups.half !== undefined && groups.lead !== undefined
    return [{ start: match.index, end: match.index + match[0].length, minutes: time, approximate, plain }]
  })

const readClock = (groups: Readonly<Record<string, string | undefined>>): number | null | 'none' => {
  if (groups.named !== undefined) return /midnight/i.test(groups.named) ? 0 : 12 * 60
  const hourText = groups.hourOfHalf ?? groups.hour24 ?? groups.hour ?? groups.oclock ?? ''
  const hour = numberWords.indexOf(hourText.toLowerCase()) + 1 || Number(hourText)
  const minute = Number(groups.minuteOfHalf ?? groups.minute24 ?? 0)
  if (hour > 23 || minute > 59) return 'none'
  if (groups.half !== undefined) {
    if (hour < 1 || hour > 12) return 'none'
    return (hour % 12) * 60 + minute + (/^p/i.test(groups.half) ? 12 * 60 : 0)
  }
  const hours = hourOfDay(hour, hourText, groups.part)
  return hours === null ? null : hours * 60 + minute + fractionMinutes(groups.fraction)
}

const hourOfDay = (hour: number, text: string, partOfDay: string | undefined): number | null => {
  if (hour > 12 || text.startsWith('0')) return hour
  if (partOfDay !== undefined) return /morning/i.test(partOfDay) ? hour : (hour % 12) + 12
  return hour >= 7 ? hour : null
}

const fractionMinutes = (words: string | undefined): number => {
  if (words === undefined) return 0
  if (/half/i.test(words)) return 30
  return /past/i.test(words) ? 15 : -15
}
