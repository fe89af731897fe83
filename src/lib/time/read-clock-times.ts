import type { TimeMatch } from './apply-rules.ts'
import { dayReading } from './calendar-spans.ts'
import { type ClockTime, clockCue, findClockTimes } from './english/clock.ts'
import { tenseAround } from './english/tense.ts'
import type { Reference } from './time-rule.ts'

export interface TimedMatch extends TimeMatch {
  /** Since midnight; null where no time of day stands with the day. */
  readonly minutes: number | null
}

const joinReach = 24
const between = /^,? ?(?:and |at |on |by |from |around |about |@ |um |à |a las |alle |às |в )?(?:the )?$/i
const habit = /\b(?:every|each|usually|always|daily|often|normally|typically|weekdays|weekends|mornings|evenings|nights|\w+days)\b/i

/**
 * Joins times of day to the day they stand beside: "tomorrow at half past nine", "9am on Friday". A time that stands alone is of the
 * reference day, but only where it is plainly one ("at 5 pm") and the sentence speaks of what is to come. `matches` in text order, as is the result.
 */
export const readClockTimes = (text: string, matches: readonly TimeMatch[], reference: Reference): readonly TimedMatch[] => {
  const untimed = matches.map(match => ({ ...match, minutes: null }))
  if (!clockCue.test(text)) return untimed
  const timed: TimedMatch[] = [...untimed]
  const alone: TimedMatch[] = []
  let index = 0
  for (const clock of findClockTimes(text)) {
    while (index < timed.length && (timed[index]?.end ?? 0) <= clock.start) index += 1
    // A date that was written with its time has taken it: "yesterday 9am 7/3/2023".
    if ((timed[index]?.start ?? Number.POSITIVE_INFINITY) < clock.end) continue
    const joined = [index - 1, index].some(place => {
      const match = timed[place]
      const both = match && match.minutes === null ? join(text, match, clock) : null
      if (both !== null) timed[place] = both
      return both !== null
    })
    if (!joined && isAlone(text, clock, [timed[index - 1], timed[index]])) alone.push(ofDay(clock, reference))
  }
  return alone.length === 0 ? timed : [...timed, ...alone].sort((a, b) => a.start - b.start)
}

/** The day and the time beside it as one phrase; null where they are apart, or the time can't be told. */
const join = (text: string, match: TimeMatch, clock: ClockTime): TimedMatch | null => {
  const { reading } = match
  if (reading.precision !== 'day' || reading.first !== reading.last) return null
  const [gapStart, gapEnd] = match.end <= clock.start ? [match.end, clock.start] : [clock.end, match.start]
  if (gapStart > gapEnd || gapEnd - gapStart > joinReach || !between.test(text.slice(gapStart, gapEnd))) return null
  const words = text.slice(match.start, match.end)
  const minutes = minutesOn(clock, words)
  if (minutes === null) return null
  const approximate = (reading.approximate ?? false) || clock.approximate
  return {
    start: Math.min(match.start, clock.start),
    end: Math.max(match.end, clock.end),
    reading: { ...reading, approximate },
    minutes,
  }
}

/** After midnight, "last night" is the next day; which is meant can't be told, so such a time is left out. */
const minutesOn = ({ minutes }: ClockTime, dayWords: string): number | null =>
  minutes !== null && minutes < 6 * 60 && /night/i.test(dayWords) ? null : minutes

const isAlone = (text: string, clock: ClockTime, neighbours: readonly (TimeMatch | undefined)[]): boolean => {
  const around = 60
  const sentence = text.slice(Math.max(0, clock.start - around), clock.end + around)
  const near = neighbours.some(match => match && match.end > clock.start - around && match.start < clock.end + around)
  return clock.plain && !near && !habit.test(sentence) && tenseAround(text, clock.start, clock.end) === 'future'
}

const ofDay = (clock: ClockTime, { day }: Reference): TimedMatch => ({
  start: clock.start,
  end: clock.end,
  reading: { ...dayReading(day), approximate: clock.approximate },
  minutes: clock.minutes,
})
