import { isoClock, isoDate, monthNumber } from './calendar.ts'

const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\\s+)?'
const numeric = '(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})'
const monthFirst = '(\\p{L}{3,9})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})'
const dayFirst = '(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(\\p{L}{3,9})\\.?,?\\s+(\\d{4})'
const clock = '(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?:\\s*([ap])\\.?m\\.?)?'
const offset = '(Z|[+-]\\d{2}:\\d{2})?'
const between = '(?:T|,?\\s+(?:at\\s+)?)'

const datePattern = new RegExp(`^${weekday}(?:${numeric}|${monthFirst}|${dayFirst})(?:${between}${clock}${offset})?$`, 'iu')
const clockPattern = new RegExp(`^${clock}$`, 'i')

/** A date written by hand, with or without a time: "2024-03-02", "Saturday, March 2, 2024, 10:05 am" -> ISO 8601, local; null if it isn't one. */
export function parseDate(text: string): string | null {
  const match = datePattern.exec(text.trim())
  if (match === null) return null
  const [, isoYear, isoMonth, isoDay, firstMonth, firstDay, firstYear, secondDay, secondMonth, secondYear] = match
  const year = Number(isoYear ?? firstYear ?? secondYear)
  const month = isoMonth === undefined ? monthNumber(firstMonth ?? secondMonth ?? '') : Number(isoMonth)
  const date = isoDate(year, month ?? 0, Number(isoDay ?? firstDay ?? secondDay))
  const [hour, minute, second, meridiem, zone = ''] = match.slice(10)
  if (date === null || hour === undefined) return date
  const time = readClock([hour, minute, second, meridiem])
  return time === null ? null : `${date}T${time}${zone.toUpperCase()}`
}

/** A time of day alone: "9:05 pm" -> 21:05; null if it isn't one. */
export function parseClock(text: string): string | null {
  const match = clockPattern.exec(text.trim())
  return match === null ? null : readClock(match.slice(1))
}

function readClock([hour, minute, second = '0', meridiem]: readonly (string | undefined)[]): string | null {
  const marker = meridiem === undefined ? undefined : `${meridiem}m`
  return isoClock({ hour: Number(hour), minute: Number(minute), second: Number(second), meridiem: marker })
}

const longestDateLine = 100

/** A line that holds a date and nothing else but marks around it, as in "--- March 2, 2024 ---" or "Date: 2024-03-02". */
export function parseDateLine(line: string): string | null {
  if (line.length > longestDateLine) return null
  const core = line.replace(/^[\s#*=_[(–—-]+/u, '').replace(/[\s#*=_\])–—:-]+$/u, '')
  return parseDate(core.replace(/^(?:session\s+)?date\s*[::]\s*/iu, ''))
}
