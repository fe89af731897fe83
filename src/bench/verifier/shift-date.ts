import { civilDateOf, type Day, dayOf } from '../../lib/time/civil-day.ts'
import { monthIndex, monthNames } from '../../lib/time/english/words.ts'

// The benchmark's own reading of dates: what it checks must not decide what it is checked with.
const month = `(?<month>${monthNames.flatMap(name => [name, name.slice(0, 3)]).join('|')})`
const year = '(?<year>(?:19|20)\\d\\d)'
const dayForms = [
  new RegExp(`(?<day>\\d{1,2})(?:st|nd|rd|th)? (?:of )?${month}\\b,? ?${year}`, 'i'),
  new RegExp(`\\b${month} (?<day>\\d{1,2})(?:st|nd|rd|th)?,? ?${year}`, 'i'),
]
const monthForm = new RegExp(`\\b${month}\\b,? (?:of )?${year}`, 'i')
const yearForm = new RegExp(`(?<![\\d$])${year}(?!\\d)`, 'i')

export const shiftUnits = ['week', 'month', 'year'] as const

/** Whether a text holds a date with its year. */
export const holdsDate = (text: string): boolean => yearForm.test(text)

/** The first date of a text, so many weeks, months or years away; null where it holds none or none so exact. */
export function shiftDate(text: string, unit: (typeof shiftUnits)[number], by: number): string | null {
  for (const form of dayForms) {
    const found = form.exec(text)
    if (found !== null) return replace(text, found, longDay(shiftDay(found, unit, by)))
  }
  const named = monthForm.exec(text)
  if (named !== null && unit !== 'week') {
    const { year: inYear, month: inMonth } = civilDateOf(dayOf(yearOf(named), monthOf(named) + by * (unit === 'year' ? 12 : 1), 1))
    return replace(text, named, `${nameOf(inMonth)} ${inYear}`)
  }
  const alone = named === null && unit === 'year' ? yearForm.exec(text) : null
  return alone === null ? null : replace(text, alone, String(yearOf(alone) + by))
}

function shiftDay(found: RegExpExecArray, unit: (typeof shiftUnits)[number], by: number): Day {
  const day = Number(found.groups?.day)
  if (unit === 'week') return dayOf(yearOf(found), monthOf(found), day + 7 * by)
  const first = dayOf(yearOf(found), monthOf(found) + by * (unit === 'year' ? 12 : 1), 1)
  const { year: inYear, month: inMonth } = civilDateOf(first)
  return Math.min(first + day - 1, dayOf(inYear, inMonth + 1, 0))
}

const replace = (text: string, found: RegExpExecArray, by: string): string =>
  text.slice(0, found.index) + by + text.slice(found.index + found[0].length)
const yearOf = (found: RegExpExecArray): number => Number(found.groups?.year)
const monthOf = (found: RegExpExecArray): number => monthIndex(found.groups?.month ?? '')
const nameOf = (index: number): string => (monthNames[index - 1] ?? '').replace(/^./, letter => letter.toUpperCase())
const longDay = (day: Day): string => {
  const { year: inYear, month: inMonth, day: ofMonth } = civilDateOf(day)
  return `${ofMonth} ${nameOf(inMonth)} ${inYear}`
}
