import { dayReading, daysReading } from '../calendar-spans.ts'
import { dayOf, daysInMonth } from '../civil-day.ts'
import type { Found, Reading, RuleSet, TimeRule } from '../time-rule.ts'
import { dayPart } from './words.ts'

/** A phrase that is always so many days from the reference. */
const fixed = (words: string, away: number): TimeRule => ({
  pattern: new RegExp(`\\b${words}\\b`, 'gi'),
  read: ({ reference }) => dayReading(reference.day + away),
})

/** "on the 15th": the latest that is past, or the first to come; only in months that have such a day. */
const readDayOfMonth = ({ groups, reference, tense }: Found): Reading | null => {
  const wanted = Number(groups.day)
  const step = tense() === 'future' ? 1 : -1
  for (let away = 0; away < 12; away += 1) {
    const month = reference.month + step * away
    if (wanted < 1 || wanted > daysInMonth(reference.year, month)) continue
    const day = dayOf(reference.year, month, wanted)
    if (step * (day - reference.day) >= 0) return dayReading(day)
  }
  return null
}

export const dayRules: RuleSet = {
  cue: /yesterday|today|tonight|tomorrow|last night|the other|this (?:morn|after|even)|\bon the \d/i,
  rules: [
    fixed('(?:the )?day before yesterday', -2),
    fixed('(?:the )?day after tomorrow', 2),
    fixed(`(?:early |late )?yesterday${dayPart}`, -1),
    // Said after midnight, last night is still the night that began the day before.
    fixed('last night', -1),
    fixed(`tomorrow${dayPart}`, 1),
    fixed("(?:earlier |later )?(?:today(?!['’]s)|tonight|this (?:morning|afternoon|evening))", 0),
    {
      pattern: /\bthe other (?:day|night|morning|evening)\b/gi,
      read: ({ reference }) => ({ ...daysReading(reference.day - 7, reference.day - 1), approximate: true }),
    },
    {
      pattern: /\bon the (?<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|floor|place|hole|street|avenue|page|try|attempt|day))/gi,
      read: readDayOfMonth,
    },
  ],
}
