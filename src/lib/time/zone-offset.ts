const millisecondsPerMinute = 60_000
const millisecondsPerDay = 86_400_000
const keptFormats = 64
const formats = new Map<string, Intl.DateTimeFormat | null>()

/** null where there is no such zone. */
const formatOf = (zone: string): Intl.DateTimeFormat | null => {
  const known = formats.get(zone)
  if (known !== undefined) return known
  if (formats.size >= keptFormats) formats.clear()
  let format: Intl.DateTimeFormat | null
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset', year: 'numeric' })
  } catch {
    // RangeError is how Intl says that it does not know the name.
    format = null
  }
  formats.set(zone, format)
  return format
}

/**
 * Minutes east of UTC in `zone` (an IANA name) at an instant in milliseconds since 1970; null for a zone that doesn't exist.
 * Seconds, which only local mean times before about 1920 have, are dropped.
 */
export const offsetAt = (zone: string, instant: number): number | null => {
  const format = formatOf(zone)
  if (format === null) return null
  const name = format.formatToParts(instant).find(part => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  if (hours === undefined || minutes === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/**
 * The offset that a wall clock in `zone` has when it shows `local` (milliseconds, read as if UTC). Of the two in an hour that is repeated it
 * is the earlier one; in an hour that is skipped the one before the change.
 */
export const offsetOfLocal = (zone: string, local: number): number | null => {
  const before = offsetAt(zone, local - millisecondsPerDay)
  const after = offsetAt(zone, local + millisecondsPerDay)
  if (before === null || after === null || before === after) return before
  for (const offset of [before, after]) {
    if (offsetAt(zone, local - offset * millisecondsPerMinute) === offset) return offset
  }
  return before
}
