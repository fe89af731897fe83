import { type Day, exactDay } from './civil-day.ts'
import { offsetAt, offsetOfLocal } from './zone-offset.ts'

/** When a turn was said, by the clock of the dialogue. */
export interface TurnTime {
  /** The local day, as days since 1970-01-01. */
  readonly day: Day
  /** Local minutes since midnight; null for a date alone. */
  readonly minutes: number | null
  /** Minutes east of UTC; null for a floating time. */
  readonly offset: number | null
  /** IANA name; null where none was given. */
  readonly zone: string | null
  /** The instant as YYYY-MM-DDTHH:mm:ss.sssZ, so that text order is time order. A floating time counts as if it were UTC. */
  readonly key: string
}

const datePart = '(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)'
const clockPart = '(?<hour>\\d\\d):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<fraction>\\d{1,9}))?)?'
const offsetPart = '(?<offset>[Zz]|[+-]\\d\\d(?::?\\d\\d)?)'
const zonePart = '\\[!?(?<zone>[A-Za-z_][A-Za-z0-9_+/-]*)\\]'
const tagPart = '(?:\\[[a-z][a-z0-9-]*=[A-Za-z0-9-]+\\])*'
const isoTime = new RegExp(`^${datePart}(?:[Tt ]${clockPart}${offsetPart}?(?:${zonePart})?${tagPart})?$`)

const millisecondsPerMinute = 60_000
const minutesPerDay = 1440

/**
 * Reads ISO 8601: a date, a local date and time, one with an offset, or RFC 9557 with a zone in brackets, whose local day then counts.
 * An offset that contradicts the zone fixes the instant; the zone still says what the clock showed. null for anything else, a date that
 * does not exist and an unknown zone included. Depends on nothing of the machine it runs on.
 */
export const parseTime = (at: string): TurnTime | null => {
  const groups = isoTime.exec(at)?.groups
  if (groups === undefined) return null
  const date = exactDay(Number(groups.year), Number(groups.month), Number(groups.day))
  if (date === null || Number(groups.year) < 1) return null
  if (groups.hour === undefined)
    return timeFrom({ local: date * minutesPerDay * millisecondsPerMinute, offset: null, zone: null, dateOnly: true })

  const [hour, minute, second] = [Number(groups.hour), Number(groups.minute), Number(groups.second ?? 0)]
  if (hour > 23 || minute > 59 || second > 60) return null
  const minutes = date * minutesPerDay + hour * 60 + minute
  // A leap second is the last second of its minute here, as in RFC 9557.
  const written =
    minutes * millisecondsPerMinute + Math.min(second, 59) * 1000 + Number((groups.fraction ?? '0').slice(0, 3).padEnd(3, '0'))
  const zone = groups.zone ?? null
  const offset = groups.offset === undefined ? null : parseOffset(groups.offset)
  if (offset === undefined) return null
  if (zone === null) return timeFrom({ local: written, offset, zone, dateOnly: false })

  const shown = offset === null ? offsetOfLocal(zone, written) : offsetAt(zone, written - offset * millisecondsPerMinute)
  if (shown === null) return null
  const instant = written - (offset ?? shown) * millisecondsPerMinute
  return timeFrom({ local: instant + shown * millisecondsPerMinute, offset: shown, zone, dateOnly: false })
}

/** undefined for an offset of a day or more. */
const parseOffset = (text: string): number | undefined => {
  if (text === 'Z' || text === 'z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

const timeFrom = (time: {
  readonly local: number
  readonly offset: number | null
  readonly zone: string | null
  readonly dateOnly: boolean
}): TurnTime | null => {
  const instant = new Date(time.local - (time.offset ?? 0) * millisecondsPerMinute)
  const key = instant.toISOString()
  // Longer where the year has left four digits: such keys would no longer sort.
  if (key.length !== 24) return null
  const minutes = Math.floor(time.local / millisecondsPerMinute)
  const day = Math.floor(minutes / minutesPerDay)
  return { day, minutes: time.dateOnly ? null : minutes - day * minutesPerDay, offset: time.offset, zone: time.zone, key }
}
