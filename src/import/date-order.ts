import { isoDate } from './calendar.ts'
import type { DateOrder } from './dialogue-format.ts'

/** A date of three numbers, as written. */
export interface DateNumbers {
  readonly numbers: readonly [number, number, number]
  readonly separator: string
}

/** The order that a date by itself proves; null where it could be either. Dots are written day first everywhere. */
export function provenOrder({ numbers: [first, second], separator }: DateNumbers): DateOrder | null {
  if (isYearFirst(first)) return null
  if (first > 12 || separator === '.') return 'dmy'
  return second > 12 ? 'mdy' : null
}

/** YYYY-MM-DD; null when there is no such day. Two digits of a year are of this century. */
export function readDate({ numbers: [first, second, third] }: DateNumbers, order: DateOrder): string | null {
  if (isYearFirst(first)) return isoDate(first, second, third)
  const year = third < 100 ? 2000 + third : third
  return order === 'dmy' ? isoDate(year, second, first) : isoDate(year, first, second)
}

/** The order in which dates that prove nothing singly never go back; null if both do as well, or neither. */
export function likelyOrder(dates: readonly DateNumbers[]): DateOrder | null {
  const [dayFirst, monthFirst] = [readAll(dates, 'dmy'), readAll(dates, 'mdy')]
  if (dayFirst.every((date, index) => date === monthFirst[index])) return 'dmy'
  if (isRising(dayFirst) === isRising(monthFirst)) return null
  return isRising(dayFirst) ? 'dmy' : 'mdy'
}

const isYearFirst = (first: number): boolean => first >= 1000

const readAll = (dates: readonly DateNumbers[], order: DateOrder): readonly string[] => dates.map(date => readDate(date, order) ?? '')

const isRising = (dates: readonly string[]): boolean => dates.every((date, index) => index === 0 || (dates[index - 1] ?? '') <= date)
