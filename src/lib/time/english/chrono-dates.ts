import { createRequire } from 'node:module'
import type { TimeMatch } from '../apply-rules.ts'
import { dayReading } from '../calendar-spans.ts'
import { exactDay } from '../civil-day.ts'
import { oneOf } from '../time-rule.ts'
import { monthNames } from './words.ts'

type ChronoEnglish = typeof import('chrono-node/en')

let loaded: ChronoEnglish | null = null
/** Loaded at the first date that needs it: most texts never do. */
const loadChrono = (): ChronoEnglish => {
  if (loaded !== null) return loaded
  const require = createRequire(import.meta.url)
  const english: ChronoEnglish = require('chrono-node/en')
  loaded = english
  return english
}

const months = oneOf(monthNames.flatMap(name => [name, name.slice(0, 3)]))
const slashes = '\\d{1,4}[/-](?:\\d{1,2}|[A-Za-z]{3,9})[/-]\\d{2,4}(?![\\d/-])'
const oddDate = new RegExp(`(?<![\\d/-])${slashes}|\\d[\\w ,.'’/-]{0,4}\\b${months}\\b|\\b${months}[ ,.'’-]{1,3}\\d`, 'gi')
const reach = 60
/** Any fixed time: only dates that name their year are taken, and those don't depend on it. */
const anyInstant = new Date(0)

/** Dates written in forms that our own rules don't know, year included: "7/3/2023", "3-Jul-2023". `free` says whether characters are still unread. */
export const findChronoDates = (text: string, free: (start: number, end: number) => boolean): readonly TimeMatch[] => {
  const found: TimeMatch[] = []
  let readUpTo = 0
  for (const match of text.matchAll(oddDate)) {
    if (match.index < readUpTo || !free(match.index, match.index + match[0].length)) continue
    const from = Math.max(readUpTo, match.index - reach)
    readUpTo = match.index + match[0].length + reach
    for (const result of loadChrono().strict.parse(text.slice(from, readUpTo), { instant: anyInstant, timezone: 0 })) {
      const [start, end] = [from + result.index, from + result.index + result.text.length]
      const { start: date } = result
      if (!date.isCertain('year') || !date.isCertain('month') || !date.isCertain('day') || !free(start, end)) continue
      const day = exactDay(date.get('year') ?? 0, date.get('month') ?? 0, date.get('day') ?? 0)
      if (day !== null) found.push({ start, end, reading: { ...dayReading(day), absolute: true } })
    }
  }
  return found
}
