import { dayReading, monthReading, seasonReading, seasonWords, weekReading, yearReading } from '../calendar-spans.ts'
import { exactDay } from '../civil-day.ts'
import { spanOf } from '../nearest-span.ts'
import { compiledOnce, type Found, oneOf, type Reading, type RuleSet, referenceOf, type TimeRule } from '../time-rule.ts'
import { monthIndex, monthPattern, weekdayWords } from './words.ts'

const lead = `(?<weekOf>(?:the )?week of )?(?:${oneOf(weekdayWords)}\\.?,? )?(?:the )?${compiledOnce}`
const yearPattern = '(?<year>(?:19|20)\\d\\d)'
const dayPattern = '(?<day>\\d{1,2})'
const lastDayPattern = '(?: ?(?:-|–|to|and|through|until) ?(?<lastDay>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:]))?'

/** "may" and "march" are words of their own: as months they need a capital letter, or something that only a month has. */
const isMonthWord = (word: string, proof: string | undefined): boolean =>
  !/^(?:may|march|mar)$/i.test(word) || /^[A-Z]/.test(word) || proof !== undefined

/** "A gift from April" says nothing of the time. */
const isPersonsName = (word: string): boolean => /^(?:april|may|june|august|jan)$/i.test(word)

const readDayAndMonth = (found: Found): Reading | 'blocked' | null => {
  const { groups, tense } = found
  const word = groups.month ?? ''
  if (!isMonthWord(word, groups.of ?? groups.ordinalDay ?? groups.year)) return null
  const [month, day] = [monthIndex(word), Number(groups.day)]
  const lastDay = Number(groups.lastDay ?? day)
  const spanIn = (year: number): Reading | null => {
    const [first, last] = [exactDay(year, month, day), exactDay(year, month, lastDay)]
    if (first === null || last === null || last < first) return null
    return groups.weekOf === undefined ? { first, last, precision: 'day' } : weekReading(referenceOf(first), 0)
  }
  return spanOf(found, tense(), spanIn) ?? 'blocked'
}

const dayThenMonth: TimeRule = {
  pattern: new RegExp(
    `\\b${lead}${dayPattern}(?:st|nd|rd|th)?${lastDayPattern} ?(?<of>of )?${monthPattern}(?:(?:,|\\.)? ?${yearPattern})?(?![a-z\\d])`,
    'gi',
  ),
  read: readDayAndMonth,
}

const monthThenDay: TimeRule = {
  pattern: new RegExp(
    `\\b${lead}${monthPattern} (?:the )?${dayPattern}(?<ordinalDay>st|nd|rd|th)?${lastDayPattern}(?:,? ${yearPattern})?(?![a-z\\d:])(?! ?(?:am|pm|%|miles|people|times|years|days|weeks)\\b)`,
    'gi',
  ),
  read: readDayAndMonth,
}

const isoDate: TimeRule = {
  pattern: /(?<![\d-])(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?![\d-])/g,
  read: ({ groups }) => {
    const day = exactDay(Number(groups.year), Number(groups.month), Number(groups.day))
    return day === null ? null : { ...dayReading(day), absolute: true }
  },
}

/** Day first: where dates have full stops, nobody puts the month first. */
const dottedDate: TimeRule = {
  pattern: /(?<![\d.])(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>(?:19|20)\d\d)(?![\d]|\.\d)/g,
  read: isoDate.read,
}

const partOf = '(?<part>early|mid|middle of|late|(?:the )?(?:beginning|start|end) of|(?:the )?(?:first|last) (?:week|weekend) (?:of|in))'

/** The third of a month that "early", "mid" and "late" speak of; or its first or last week. */
const readPart = (month: Reading, part: string): Reading => {
  const loose = { ...month, precision: 'week', approximate: true } as const
  if (/week/i.test(part)) {
    return /last/i.test(part) ? { ...loose, first: month.last - 6 } : { ...loose, last: month.first + 6 }
  }
  if (/early|beginning|start/i.test(part)) return { ...loose, last: month.first + 9 }
  if (/mid/i.test(part)) return { ...loose, first: month.first + 10, last: month.first + 19 }
  return { ...loose, first: month.first + 20 }
}

const monthAlone: TimeRule = {
  pattern: new RegExp(
    `\\b(?:(?<lead>in|since|during|by|before|until|till|for|from|back in|of|around|throughout) )?(?:${partOf}[ -])?` +
      `${monthPattern}(?:(?:,| of)? ${yearPattern})?(?![a-z\\d'’])(?! \\d)`,
    'gi',
  ),
  read: found => {
    const { groups, tense } = found
    const word = groups.month ?? ''
    const lead = isPersonsName(word) && /^(?:of|for|from|by|around)$/i.test(groups.lead ?? '') ? undefined : groups.lead
    if ((groups.year ?? groups.part ?? lead) === undefined || !isMonthWord(word, groups.year)) return null
    const month = monthIndex(word)
    const reading = spanOf(found, tense(), year => monthReading(year, month))
    return reading === null || groups.part === undefined ? reading : readPart(reading, groups.part)
  },
}

const seasonOfYear: TimeRule = {
  pattern: new RegExp(`\\b(?<season>${oneOf(seasonWords)})(?: of|,)? ${yearPattern}\\b`, 'gi'),
  read: ({ groups }) => ({ ...seasonReading((groups.season ?? '').toLowerCase(), Number(groups.year)), absolute: true }),
}

/** "Around 2000 steps" is no year. */
const counts = /^(?:of|around|by|from|before|during) /i
const countedThings = /^ (?:people|miles|euros|[a-z]{3,}[^s]s)\b/i

const yearAlone: TimeRule = {
  pattern: new RegExp(
    `\\b(?:(?:back )?in|since|of|from|until|till|by|before|during|around)(?: early| late| mid| the year)? ${yearPattern}\\b(?![,.]\\d|%)`,
    'gi',
  ),
  read: ({ match, groups }) => {
    const after = match.input.slice(match.index + match[0].length, match.index + match[0].length + 30)
    if (counts.test(match[0]) && countedThings.test(after)) return null
    return { ...yearReading(Number(groups.year)), absolute: true }
  },
}

export const dateRules: RuleSet = {
  cue: /\d\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d(?:st|nd|rd|th)?\b/i,
  rules: [isoDate, dottedDate, seasonOfYear, dayThenMonth, monthThenDay, monthAlone, yearAlone],
}
