import type { Anchor } from '../../domain.ts'
import { formatDay } from './civil-day.ts'
import type { TurnTime } from './parse-time.ts'
import type { Reading } from './time-rule.ts'
import { offsetOfLocal } from './zone-offset.ts'

/** What a phrase was read as: days, and at best a minute of them. */
export interface DatedPhrase {
  readonly phrase: string
  readonly reading: Reading
  /** Since midnight; null where the words name no time of day. */
  readonly minutes: number | null
}

/** null outside the years 1 to 9999. `time` is that of the text, whose zone or offset a time of day is given in. */
export const anchorOf = ({ phrase, reading, minutes }: DatedPhrase, time: TurnTime | null): Anchor | null => {
  const [first, last] = [formatDay(reading.first), formatDay(reading.last)]
  if (first === null || last === null) return null
  const rest = { approximate: reading.approximate ?? false, relation: reading.relation ?? 'at', phrase } as const
  if (minutes === null) return { start: first, end: last, precision: reading.precision, ...rest }
  const clock = `T${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
  const at = `${first}${clock}${offsetText(offsetFor(time, reading.first, minutes), time?.zone ?? null)}`
  return { start: at, end: at, precision: 'minute', ...rest }
}

const offsetFor = (time: TurnTime | null, day: number, minutes: number): number | null => {
  if (time === null || time.zone === null) return time?.offset ?? null
  return offsetOfLocal(time.zone, (day * 1440 + minutes) * 60_000)
}

const offsetText = (offset: number | null, zone: string | null): string => {
  if (offset === null) return ''
  if (offset === 0 && zone === null) return 'Z'
  const size = Math.abs(offset)
  return `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
