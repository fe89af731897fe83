import type { TimeLanguage } from '../time-language.ts'
import { blocked } from './blocked.ts'
import { dateRules } from './date-rules.ts'
import { dayRules } from './day-rules.ts'
import { distanceRules } from './distance-rules.ts'
import { holidayRules } from './holiday-rules.ts'
import { periodRules } from './period-rules.ts'
import { relationAt } from './relation.ts'
import { tenseAround } from './tense.ts'

export const english: TimeLanguage = {
  sets: [blocked, dayRules, distanceRules, periodRules, holidayRules, dateRules],
  relationAt,
  tenseAround,
}

const cueWords = [
  'yesterday',
  'to(?:day|night|morrow)',
  'days?',
  'nights?',
  '(?:week|month|year|decade)s?',
  'weekends?',
  'morning|afternoon|evening',
  'the other',
  '(?:mon|tues?|wed(?:nes)?|thu(?:r?s?)|fri|sat(?:ur)?|sun)(?:day)?',
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
  'spring|summer|autumn|fall|winter',
  "christmas|halloween|thanksgiving|valentine['’]?s|independence",
]

/** Where this finds nothing, no English rule can: one look over the text. */
export const englishCue: RegExp = new RegExp(`\\d|\\b(?:${cueWords.join('|')})\\b`, 'i')
