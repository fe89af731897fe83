import { exactDay, formatDay } from '../lib/time/civil-day.ts'
import { monthNames } from '../lib/time/english/words.ts'

/** 1 .. 12 for an English month name or its first letters (three at least); null for any other word. */
export function monthNumber(word: string): number | null {
  const lower = word.toLowerCase().replace(/\.$/, '')
  const index = lower.length < 3 ? -1 : monthNames.findIndex(month => month.startsWith(lower))
  if (index !== -1) return index + 1
  return lower === 'sept' ? 9 : null
}

/** YYYY-MM-DD; null when there is no such day. */
export function isoDate(year: number, month: number, day: number): string | null {
  const real = year >= 1000 && year <= 9999 ? exactDay(year, month, day) : null
  return real === null ? null : formatDay(real)
}

export interface ClockReading {
  readonly hour: number
  readonly minute: number
  readonly second?: number
  /** 'am', 'p.m.' …; 12 am is 00. */
  readonly meridiem?: string | undefined
}

/** hh:mm, or hh:mm:ss where there are seconds; null when there is no such time. */
export function isoClock({ hour, minute, second = 0, meridiem }: ClockReading): string | null {
  if (minute > 59 || second > 59 || hour > 23) return null
  if (meridiem !== undefined && (hour < 1 || hour > 12)) return null
  const isAfternoon = meridiem?.toLowerCase().startsWith('p') ?? false
  const hours = meridiem === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0)
  const fields = second === 0 ? [hours, minute] : [hours, minute, second]
  return fields.map(field => String(field).padStart(2, '0')).join(':')
}

/** UTC, to the second; null for what is no moment. */
export function isoFromEpoch(seconds: number | null | undefined): string | null {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || Math.abs(seconds) > 8.64e12) return null
  return `${new Date(Math.floor(seconds) * 1000).toISOString().slice(0, -5)}Z`
}
