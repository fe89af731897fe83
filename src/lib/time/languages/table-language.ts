import {
  dayReading,
  distanceReading,
  monthReading,
  unitReading,
  weekdayAfter,
  weekdayBefore,
  weekReading,
  yearReading,
} from '../calendar-spans.ts'
import { exactDay } from '../civil-day.ts'
import { spanOf } from '../nearest-span.ts'
import type { TimeLanguage } from '../time-language.ts'
import { type Found, oneOf, type Reading, type TimeRule } from '../time-rule.ts'
import type { TimeTable } from './time-table.ts'

type Read = (found: Found) => Reading | null

const anyText = /[\s\S]/
const leadReach = 24

/** The rules of a language that is written down as a table. */
export const tableLanguage = (table: TimeTable): TimeLanguage => {
  const { count, unit, weekday, month } = readersOf(table)
  const rule = patternOf(table)
  const rules = (templates: readonly string[], read: Read): TimeRule[] => templates.map(template => ({ pattern: rule(template), read }))
  const valued = <Value>(words: Readonly<Record<string, Value>>, read: (found: Found, value: Value) => Reading): TimeRule[] =>
    Object.entries(words).map(([template, value]) => ({ pattern: rule(template), read: found => read(found, value) }))

  const distance = ({ groups, reference }: Found, direction: 1 | -1): Reading =>
    distanceReading(reference, count(groups.count), unit(groups.unit), direction)

  const readDate: Read = found => {
    const { groups } = found
    const [monthNumber, day] = [month(groups.month), Number(groups.day)]
    const spanIn = (year: number): Reading | null => {
      const exact = exactDay(year, monthNumber, day)
      return exact === null ? null : dayReading(exact)
    }
    return spanOf(found, null, spanIn)
  }

  const readMonth: Read = found => {
    const monthNumber = month(found.groups.month)
    if (monthNumber < 1 || monthNumber > 12) return null
    return spanOf(found, null, year => monthReading(year, monthNumber))
  }

  const all = [
    ...rules(table.date, readDate),
    ...rules(table.monthOfYear, readMonth),
    ...rules(table.year, ({ groups }) => ({ ...yearReading(Number(groups.year)), absolute: true })),
    ...valued(table.days, ({ reference }, away) => dayReading(reference.day + away)),
    ...valued(table.weekdayOfWeek, ({ groups, reference }, away) => {
      const { first: monday } = weekReading(reference, away)
      return dayReading(monday + ((weekday(groups.weekday) + 6) % 7))
    }),
    ...rules(table.lastWeekday, ({ groups, reference }) => dayReading(weekdayBefore(reference, weekday(groups.weekday)))),
    ...rules(table.nextWeekday, ({ groups, reference }) => dayReading(weekdayAfter(reference, weekday(groups.weekday)))),
    ...rules(table.lasting, found => ({ ...distance(found, -1), relation: 'since' })),
    ...rules(table.ago, found => distance(found, -1)),
    ...rules(table.ahead, found => distance(found, 1)),
    ...valued(table.periods, ({ reference }, [of, away]) => unitReading(reference, of, away)),
  ]
  return { sets: [{ cue: anyText, rules: all }], relationAt: relationsOf(table), tenseAround: () => null }
}

/** Template to pattern: named groups for the placeholders, word ends where the script has them. */
const patternOf = (table: TimeTable) => {
  const group = (name: string, words: Iterable<string>): string => `(?<${name}>${oneOf(words)})`
  const monthWords = table.months.length === 0 ? ['\\d{1,2}', ...Object.keys(table.counts)] : table.months
  const placeholders: Readonly<Record<string, string>> = {
    count: group('count', ['\\d{1,3}', ...Object.keys(table.counts), ...Object.keys(table.looseCounts)]),
    unit: group('unit', Object.keys(table.units)),
    weekday: group('weekday', table.weekdays),
    month: group('month', monthWords),
    day: '(?<day>\\d{1,2})',
    year: '(?<year>(?:19|20)\\d\\d)',
  }
  const [left, right] = table.spaced ? ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'] : ['', '']
  return (template: string): RegExp => {
    const filled = template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => placeholders[name] ?? whole)
    return new RegExp(`${left}(?:${filled})${right}`, 'giu')
  }
}

/** From the words of a match back to what the table says of them. */
const readersOf = (table: TimeTable) => {
  const lookup = <Value>(words: Readonly<Record<string, Value>>): ((text: string) => Value | undefined) => {
    const entries = Object.entries(words).map(([word, value]) => ({ pattern: new RegExp(`^(?:${word})$`, 'iu'), value }))
    return text => entries.find(({ pattern }) => pattern.test(text))?.value
  }
  const byIndex = (words: readonly string[]) => lookup(Object.fromEntries(words.map((word, index) => [word, index])))
  const [exact, loose, units] = [lookup(table.counts), lookup(table.looseCounts), lookup(table.units)]
  const [weekdays, months] = [byIndex(table.weekdays), byIndex(table.months)]
  const number = (text: string): number => (/^\d/.test(text) ? Number(text) : (exact(text) ?? 1))
  return {
    count: (text = '1') => {
      const value = loose(text)
      return value === undefined
        ? ({ value: number(text), loose: null } as const)
        : ({ value, loose: value === 2 ? 'couple' : 'few' } as const)
    },
    unit: (text = '') => units(text) ?? 'day',
    weekday: (text = '') => weekdays(text) ?? 0,
    month: (text = '') => (table.months.length === 0 ? number(text) : (months(text) ?? -1) + 1),
  }
}

const relationsOf = (table: TimeTable): TimeLanguage['relationAt'] => {
  const gap = table.spaced ? ' ' : ''
  const relations = [
    { type: 'since', words: table.since },
    { type: 'until', words: table.until },
  ] as const
  const leads = relations
    .filter(({ words }) => words.length > 0)
    .map(({ type, words }) => ({
      type,
      before: new RegExp(`(?<![\\p{L}\\p{N}])${oneOf(words)}${gap}$`, 'iu'),
      inside: new RegExp(`^${oneOf(words)}${gap}`, 'iu'),
    }))
  return (text, start, end) => {
    const before = text.slice(Math.max(0, start - leadReach), start)
    for (const lead of leads) {
      const found = lead.before.exec(before)
      if (found !== null) return { type: lead.type, start: start - before.length + found.index, offset: false }
      if (lead.inside.test(text.slice(start, end))) return { type: lead.type, start, offset: false }
    }
    return { type: null, start, offset: false }
  }
}
