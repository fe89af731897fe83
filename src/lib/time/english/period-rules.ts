import { dayReading, monthReading, seasonReading, seasonWords, unitReading, weekdayAfter, weekdayBefore } from '../calendar-spans.ts'
import { compiledOnce, type Found, oneOf, type Reading, type RuleSet, type TimeRule } from '../time-rule.ts'
import { dayPart, monthIndex, monthNames, monthPattern, readUnit, weekdayIndex, weekdayNames, weekdayWords } from './words.ts'

const which = '(?<which>last|past|previous|this past|this last|next|this coming|coming|this)'

const directionOf = (words: string): -1 | 0 | 1 => {
  if (/last|past|previous/i.test(words)) return -1
  return /next|coming/i.test(words) ? 1 : 0
}

const period: TimeRule = {
  pattern: new RegExp(`\\b(?:(?:earlier|later|early|late) )?(?:the )?${which} (?<unit>week|weekend|month|year)\\b(?!-| of)`, 'gi'),
  read: ({ groups, reference, tense }) => {
    const unit = readUnit(groups.unit ?? '')
    const direction = directionOf(groups.which ?? '')
    // "This weekend we went": said in the days after it.
    const over = direction === 0 && unit === 'weekend' && reference.weekday >= 1 && reference.weekday <= 3 && tense() === 'past'
    // Before a weekend, "next weekend" may be that one or the one after it; mostly it is that one.
    const coming = direction === 1 && unit === 'weekend' && reference.weekday >= 1 && reference.weekday <= 5
    return unitReading(reference, unit, over ? -1 : coming ? 0 : direction)
  },
}

const overTheWeekend: TimeRule = {
  pattern: /\b(?:over|at|on|for) the weekend\b/gi,
  read: ({ match, reference, tense }) => unitReading(reference, 'weekend', /^for/i.test(match[0]) || tense() === 'future' ? 0 : -1),
}

const ofTheMonth: TimeRule = {
  pattern: /\b(?:the )?(?:start|beginning|middle|end) of the (?<unit>week|month|year)\b/gi,
  read: ({ groups, reference }) => unitReading(reference, readUnit(groups.unit ?? ''), 0),
}

/** Last: the latest that has ended. Next: the first that has yet to begin. */
const season: TimeRule = {
  pattern: new RegExp(`\\b${which} (?<season>${oneOf(seasonWords)})\\b`, 'gi'),
  read: ({ groups, reference }) => {
    const name = (groups.season ?? '').toLowerCase()
    const direction = directionOf(groups.which ?? '')
    const years = [reference.year - 2, reference.year - 1, reference.year, reference.year + 1]
    const readings = years.map(year => seasonReading(name, year))
    if (direction === -1) return readings.findLast(({ last }) => last < reference.day) ?? null
    if (direction === 1) return readings.find(({ first }) => first > reference.day) ?? null
    return seasonReading(name, name === 'winter' && reference.month <= 2 ? reference.year - 1 : reference.year)
  },
}

const month: TimeRule = {
  pattern: new RegExp(`\\b${which} (?<month>${oneOf(monthNames)})\\b(?!['’])`, 'gi'),
  read: ({ groups, reference }) => {
    const index = monthIndex(groups.month ?? '')
    const direction = directionOf(groups.which ?? '')
    if (direction === -1) return monthReading(index >= reference.month ? reference.year - 1 : reference.year, index)
    if (direction === 1) return monthReading(index <= reference.month ? reference.year + 1 : reference.year, index)
    return monthReading(reference.year, index)
  },
}

const weekdayPattern = `(?<weekday>${oneOf(weekdayWords)})`

/** Short names that are words of their own count only with a capital, and never after "on". */
const isWord = (name: string, lead: string): boolean =>
  /^(?:sun|sat|wed)$/i.test(name) && (name === name.toLowerCase() || !/last|past|next|coming/i.test(lead))

const readWeekday = ({ groups, reference, tense }: Found): Reading | null => {
  const [lead, name] = [groups.lead ?? '', groups.weekday ?? '']
  if (isWord(name, lead)) return null
  const wanted = weekdayIndex(name)
  const direction = directionOf(lead)
  if (direction === -1) return dayReading(weekdayBefore(reference, wanted))
  if (direction === 1) return dayReading(weekdayAfter(reference, wanted))
  const isThis = /^this$/i.test(lead)
  if (isThis && wanted === reference.weekday) return dayReading(reference.day)
  const ahead = isThis ? tense() !== 'past' : tense() === 'future'
  return dayReading(ahead ? weekdayAfter(reference, wanted) : weekdayBefore(reference, wanted))
}

const bareMonth = `${compiledOnce}${monthPattern.replace('?<month>', '?:')}`
/** "On Friday, 12 May": the date says which. */
const dateFollows = `(?:\\.?,? (?:the )?(?:\\d{1,2}(?:st|nd|rd|th)? (?:of )?${bareMonth}|${bareMonth} \\d))`

const weekday: TimeRule = {
  pattern: new RegExp(
    `\\b(?<lead>last|past|this past|this last|next|this coming|coming|this|on|since|by|before|until|till) ${weekdayPattern}\\b(?! (?:morning|afternoon|evening|night)s)${dayPart}(?!['’]s|${dateFollows})\\b`,
    'gi',
  ),
  read: readWeekday,
}

const weekdayBeforeLast: TimeRule = {
  pattern: new RegExp(`\\b(?:the )?${weekdayPattern} before last\\b`, 'gi'),
  read: ({ groups, reference }) => dayReading(weekdayBefore(reference, weekdayIndex(groups.weekday ?? '')) - 7),
}

const names = [...weekdayNames, ...monthNames, ...seasonWords, 'week', 'month', 'year', 'fri', 'mon', 'tue', 'wed', 'thu', 'sat', 'sun']

export const periodRules: RuleSet = {
  cue: new RegExp(`\\b${oneOf(names)}`, 'i'),
  rules: [weekdayBeforeLast, period, overTheWeekend, ofTheMonth, season, month, weekday],
}
