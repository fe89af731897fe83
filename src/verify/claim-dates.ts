import type { Anchor } from '../domain.ts'
import { monthReading, weekdayAfter, weekdayBefore, yearReading } from '../lib/time/calendar-spans.ts'
import { civilDateOf, type Day } from '../lib/time/civil-day.ts'
import { countPattern, readCount, weekdayIndex, weekdayWords } from '../lib/time/english/words.ts'
import { parseTime } from '../lib/time/parse-time.ts'
import { resolveTimes } from '../lib/time/resolve-times.ts'
import { oneOf, referenceOf } from '../lib/time/time-rule.ts'

/** Days that a sentence says something was on. */
export interface ClaimDate {
  readonly phrase: string
  readonly first: Day
  readonly last: Day
}

export interface ClaimDates {
  readonly dates: readonly ClaimDate[]
  /** The sentence without them, blanks in their place. */
  readonly rest: string
}

/** "By May 2023" reaches back so far. */
const longestOpen = 8 * 366
const openEnd = /\b(?:as of|by|until|till|before the end of)\s*$/i

const offset = new RegExp(
  `\\b(?:the )?(?:(?<words>${countPattern.replace('?<count>', '')}) )?(?<unit>day|week|weekend|month|year|${oneOf(weekdayWords)})s? ` +
    '(?<direction>before|prior to|after|following|of) (?:the )?',
  'gi',
)
const bareYear = /(?<![\d$€£.,-])(?:19|20)\d\d(?![\d%]|[.,]\d| (?:people|miles|dollars|euros|steps|times|words))/g

/**
 * The dates that a sentence gives, with their arithmetic: "the week before 9 June 2023", "two days after 3 May". What is relative or has no
 * year counts from `at`, the time of the turn it is compared with; without one it is left in place.
 */
export function claimDates(sentence: string, at: string | null): ClaimDates {
  const dates: ClaimDate[] = []
  let rest = sentence
  const take = (start: number, end: number, [first, last]: readonly [Day, Day]): void => {
    const before = rest.slice(0, start)
    dates.push({ phrase: sentence.slice(start, end), first: openEnd.test(before) ? last - longestOpen : first, last })
    rest = before + ' '.repeat(end - start) + rest.slice(end)
  }
  for (const found of sentence.matchAll(offset)) {
    const from = found.index + found[0].length
    const counted = dateAt(sentence.slice(from, from + 40), at)
    // "The first week of May" is no week around a day.
    if (counted !== null && (counted.days[0] === counted.days[1] || found.groups?.direction !== 'of'))
      take(found.index, from + counted.end, distantDays(found.groups ?? {}, counted.days))
  }
  for (const { start, end, anchor } of resolveTimes(rest, at)) {
    const days = anchor === null ? null : daysOf(anchor)
    if (anchor === null || days === null) continue
    take(start, end, anchor.relation === 'until' ? [days[1] - longestOpen, days[1]] : days)
  }
  for (const { index, 0: year } of rest.matchAll(bareYear)) {
    const { first, last } = yearReading(Number(year))
    take(index, index + year.length, [first, last])
  }
  return { dates, rest }
}

/** The date that a text begins with. */
function dateAt(text: string, at: string | null): { readonly days: readonly [Day, Day]; readonly end: number } | null {
  const [mention] = resolveTimes(text, at)
  const days = mention?.start === 0 && mention.anchor !== null ? daysOf(mention.anchor) : null
  if (days !== null && mention !== undefined) return { days, end: mention.end }
  const [year] = /^(?:19|20)\d\d(?!\d)/.exec(text) ?? []
  if (year === undefined) return null
  const { first, last } = yearReading(Number(year))
  return { days: [first, last], end: year.length }
}

/** null for days that no calendar has. */
export function daysOf({ start, end }: Pick<Anchor, 'start' | 'end'>): readonly [Day, Day] | null {
  const [first, last] = [parseTime(start.slice(0, 10)), parseTime(end.slice(0, 10))]
  return first === null || last === null ? null : [first.day, last.day]
}

/** The days that lie so far before or after others, as loosely as people say it. */
function distantDays(groups: Readonly<Record<string, string | undefined>>, [first, last]: readonly [Day, Day]): readonly [Day, Day] {
  const { value, loose } = readCount(groups.words ?? 'a')
  const unit = (groups.unit ?? '').toLowerCase()
  const direction = (groups.direction ?? '').toLowerCase()
  if (direction === 'of') return unit === 'weekend' ? [first - 3, last + 5] : unit === 'week' ? [first - 6, last + 6] : [first, last]
  const sign = direction === 'before' || direction === 'prior to' ? -1 : 1
  const from = sign === -1 ? first : last
  const between = (near: number, far: number): readonly [Day, Day] => (sign === -1 ? [from - far, from - near] : [from + near, from + far])
  const reference = referenceOf(from)
  switch (unit) {
    case 'day':
      return loose === 'few' ? between(1, 7) : between(value, value)
    case 'week':
      return value === 1 ? between(1, 7) : between(7 * value - 3, 7 * value + 3)
    case 'weekend': {
      const sunday = weekdayBefore(reference, 0)
      return sign === -1 ? [sunday - 7 * (value - 1) - 2, sunday - 7 * (value - 1)] : between(1, 7 * value)
    }
    case 'month': {
      const month = monthReading(reference.year, reference.month + sign * value)
      return [month.first, month.last]
    }
    case 'year': {
      const year = yearReading(civilDateOf(from).year + sign * value)
      return [year.first, year.last]
    }
    default: {
      const weekday = weekdayIndex(unit)
      const day = sign === -1 ? weekdayBefore(reference, weekday) - 7 * (value - 1) : weekdayAfter(reference, weekday) + 7 * (value - 1)
      return [day, day]
    }
  }
}
