import type { Count, Unit } from '../calendar-spans.ts'
import { oneOf } from '../time-rule.ts'

/** From one. */
export const numberWords: readonly string[] = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** A named group `count`: "two", "12", "a couple of", "a few". */
export const countPattern: string = `(?<count>\\d{1,3}|(?:a )?couple(?: of)?|(?:a )?few|several|half a|an?|${numberWords.join('|')})`

export const readCount = (words: string): Count => {
  const count = words.toLowerCase()
  if (/^\d/.test(count)) return { value: Number(count), loose: null }
  if (count.includes('couple')) return { value: 2, loose: 'couple' }
  if (count.includes('few') || count === 'several') return { value: 3, loose: 'few' }
  return { value: numberWords.indexOf(count) + 1 || 1, loose: null }
}

/** A named group `unit`. */
export const unitPattern: string = '(?<unit>day|night|week|weekend|month|year)'

export const readUnit = (word: string): Unit => {
  switch (word.toLowerCase()) {
    case 'week':
      return 'week'
    case 'weekend':
      return 'weekend'
    case 'month':
      return 'month'
    case 'year':
      return 'year'
    default:
      return 'day'
  }
}

export const weekdayNames: readonly string[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
export const weekdayShortNames: readonly string[] = ['sun', 'mon', 'tue', 'tues', 'wed', 'thu', 'thur', 'thurs', 'fri', 'sat']

export const weekdayWords: readonly string[] = [...weekdayNames, ...weekdayShortNames]

/** 0 is Sunday. */
export const weekdayIndex = (word: string): number => weekdayNames.findIndex(name => name.startsWith(word.toLowerCase().slice(0, 3)))

export const monthNames: readonly string[] = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const monthShortNames = ['jan', 'feb', 'mar', 'apr', 'jun', 'jul', 'aug', 'sept', 'sep', 'oct', 'nov', 'dec']

/** A named group `month`; short names may have a full stop. */
export const monthPattern: string = `(?<month>${oneOf(monthNames)}|${oneOf(monthShortNames)}\\b\\.?)`

/** 1 to 12. */
export const monthIndex = (word: string): number => monthNames.findIndex(name => name.startsWith(word.toLowerCase().slice(0, 3))) + 1

/** Parts of a day that may follow one without changing it. */
export const dayPart: string = '(?: (?:morning|afternoon|evening|night))?'

/** Words that make a distance loose. A named group `loosely`. */
export const loosely: string =
  '(?:(?<loosely>about|around|almost|nearly|roughly|over|like|some|maybe|probably|more than|just under|just over) )?'
