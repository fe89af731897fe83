import type { Anchor } from '../domain.ts'
import { type Day, dayOf, exactDay } from '../lib/time/civil-day.ts'

interface Days {
  readonly first: Day
  readonly last: Day
}

const dateForm = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:[T ].*)?$/

/** YYYY, YYYY-MM, YYYY-MM-DD, or two of them with a slash between; null for anything else. */
export function parseToldDate(text: string): Days | null {
  const [from = '', to = from, ...more] = text.trim().split(/\s*\/\s*/)
  const [first, last] = [parsePart(from), parsePart(to)]
  if (more.length > 0 || first === null || last === null || last.last < first.first) return null
  return { first: first.first, last: last.last }
}

function parsePart(text: string): Days | null {
  const [, year, month, day] = dateForm.exec(text) ?? []
  if (year === undefined) return null
  if (month === undefined) return { first: dayOf(Number(year), 1, 1), last: dayOf(Number(year), 12, 31) }
  if (exactDay(Number(year), Number(month), 1) === null) return null
  if (day === undefined) return { first: dayOf(Number(year), Number(month), 1), last: dayOf(Number(year), Number(month) + 1, 0) }
  const exact = exactDay(Number(year), Number(month), Number(day))
  return exact === null ? null : { first: exact, last: exact }
}

/** Whether a date that was told can be that of an anchor: they share a day, or are a week apart where the words were loose. */
export function agrees({ first, last }: Days, { start, end, approximate }: Anchor): boolean {
  const [from, to] = [parsePart(start), parsePart(end)]
  if (from === null || to === null) return false
  const slack = approximate ? 7 : 0
  return first <= to.last + slack && last >= from.first - slack
}
