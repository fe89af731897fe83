import { dayReading, monthReading, seasonReading, seasonWords, weekReading, yearReading } from '../calendar-spans.ts'
import { dayOf, exactDay } from '../civil-day.ts'
import { nearestYear } from '../nearest-year.ts'
import { type Found, oneOf, type Reading, type RuleSet, referenceOf, type TimeRule } from '../time-rule.ts'
import { monthIndex, monthPattern, weekdayNames, weekdayShortNames } from './words.ts'

const lead = `(?<weekOf>(?:the )?week of )?(?:${oneOf([...weekdayNames, ...weekdayShortNames])}\\.?,? )?(?:the )?`
const yearPattern = '(?<year>(?:19|20)\\d\\d)'
const dayPattern = '(?<day>\\d{1,2})(?<ordinal>st|nd|rd|th)?'
const lastDayPattern = '(?: ?(?:-|–|to|and|through|until) ?(?<lastDay>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:]))?'

/** "may" and "march" are words of their own: as months they need a capital letter and something that only a month has. */
const isMonthWord = (word: string, proof: string | undefined): boolean =>
  !/^(?:may|march|mar|jan|jun|dec|sep)$/i.test(word) || /^[A-Z]/.test(word) || proof !== undefined

const readDayAndMonth = ({ groups, reference, tense }: Found): Reading | null => {
  const word = groups.month ?? ''
  if (!isMonthWord(word, groups.ordinal ?? groups.year)) return null
  const [month, day] = [monthIndex(word), Number(groups.day)]
  const lastDay = Number(groups.lastDay ?? day)
  // In a leap year, so that 29 February is a date until its year is known.
  if (exactDay(2024, month, day) === null || exactDay(2024, month, lastDay) === null || lastDay < day) return null
  const spanIn = (year: number): Reading => {
    const [first, last] = [dayOf(year, month, day), dayOf(year, month, lastDay)]
    return groups.weekOf === undefined ? { first, last, precision: 'day' } : weekReading(referenceOf(first), 0)
  }
  if (groups.year === undefined) return spanIn(nearestYear(reference, tense(), spanIn))
  const year = Number(groups.year)
  return exactDay(year, month, lastDay) === null ? null : { ...spanIn(year), absolute: true }
}

const dayThenMonth: TimeRule = {
  pattern: new RegExp(`\\b${lead}${dayPattern}${lastDayPattern} ?(?:of )?${monthPattern}(?:(?:,|\\.)? ?${yearPattern})?(?![a-z\\d])`, 'gi'),
  read: readDayAndMonth,
}

const monthThenDay: TimeRule = {
  pattern: new RegExp(
    `\\b${lead}${monthPattern} (?:the )?${dayPattern}${lastDayPattern}(?:,? ${yearPattern})?(?![a-z\\d:])(?! ?(?:am|pm|%|miles|people|times|years|days|weeks)\\b)`,
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
    `\\b(?:(?<lead>in|since|during|by|before|until|till|for|from|back in|of|around|this|throughout|on) )?(?:${partOf}[ -])?` +
      `${monthPattern}(?:(?:,| of)? ${yearPattern})?(?![a-z\\d'’])(?! \\d)`,
    'gi',
  ),
  read: ({ groups, reference, tense }) => {
    const word = groups.month ?? ''
    // A bare month name may be a person's, or begin a sentence as a verb.
    const proof = groups.year ?? groups.part ?? (/^(?:of|for|from|by|on|this|around)$/i.test(groups.lead ?? '') ? undefined : groups.lead)
    if (proof === undefined || !isMonthWord(word, groups.year)) return null
    const month = monthIndex(word)
    const year = groups.year === undefined ? nearestYear(reference, tense(), y => monthReading(y, month)) : Number(groups.year)
    const reading = monthReading(year, month)
    const exact = groups.part === undefined ? reading : readPart(reading, groups.part)
    return groups.year === undefined ? exact : { ...exact, absolute: true }
  },
}

const seasonOfYear: TimeRule = {
  pattern: new RegExp(`\\b(?<season>${oneOf(seasonWords)})(?: of|,)? ${yearPattern}\\b`, 'gi'),
  read: ({ groups }) => ({ ...seasonReading((groups.season ?? '').toLowerCase(), Number(groups.year)), absolute: true }),
}

const counted = '(?:people|dollars|euros|pounds|miles|kilometers|km|steps|words|calories|meters|feet|points|pieces|pages|votes)'

const yearAlone: TimeRule = {
  pattern: new RegExp(
    `\\b(?:(?:back )?in|since|of|from|until|till|by|before|during|around)(?: early| late| mid| the year)? ${yearPattern}\\b(?![,.]\\d|%| ${counted})`,
    'gi',
  ),
  read: ({ groups }) => ({ ...yearReading(Number(groups.year)), absolute: true }),
}

export const dateRules: RuleSet = {
  cue: /\d\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d(?:st|nd|rd|th)?\b/i,
  rules: [isoDate, dottedDate, seasonOfYear, dayThenMonth, monthThenDay, monthAlone, yearAlone],
}
