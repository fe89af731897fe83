import type { Finding } from './finding.ts'
import { readNumbers, type WrittenNumber } from './read-numbers.ts'
import type { Sources } from './read-sources.ts'
import type { Statement } from './read-statement.ts'
import type { ReadTurn } from './read-turn.ts'

const asksCount = /\bhow (?:many|often)\b|\bnumber of\b/i
/** What a number is worth to the sentence that is neither said nor contradicted. */
const openFit = 0.7

/**
 * How well each number of a sentence, dates aside, fits the cited words, 0 to 1, and a finding for each that isn't in them. One that is in the
 * question, that counts the cards, or that is the time between two days of theirs
 * (where they count none themselves) leaves the sentence open.
 */
export function checkNumbers(
  { rest, question, askedRest }: Statement,
  { cited }: Sources,
): { readonly fits: readonly number[]; readonly findings: readonly Finding[] } {
  const told = cited.flatMap(({ text }) => readNumbers(text))
  const said = new Set(told.map(({ value }) => value))
  const asked = new Set(readNumbers(askedRest).map(({ value }) => value))
  const findings: Finding[] = []
  const fits = readNumbers(rest).flatMap(number => {
    if (number.loose) return []
    if (said.has(number.value)) return [1]
    const counted = asksCount.test(question) && number.value === cited.length
    const derived = counted || (isDuration(number, cited) && !told.some(({ unit }) => unit === number.unit))
    const grave = !derived && !asked.has(number.value)
    findings.push({
      fault: `the number ${number.text} is ${derived ? 'worked out from the cards, not said' : 'in none of the cited words'}`,
      grave,
    })
    return [grave ? 0 : openFit]
  })
  return { fits, findings }
}

const daysIn: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30.44, year: 365.25 }

/** Pairs of more are not tried. */
const mostDays = 50

/** Whether about so many days, weeks, months or years lie between two days that the cited turns know. */
function isDuration({ value, unit }: WrittenNumber, cited: readonly ReadTurn[]): boolean {
  const length = unit === null ? undefined : daysIn[unit]
  if (length === undefined) return false
  const known = cited.flatMap(({ said, times }) => [
    ...(said === null ? [] : [said]),
    ...times().map(({ first, last }) => (first + last) / 2),
  ])
  const days = [...new Set(known)].slice(0, mostDays)
  return days.some(from => days.some(to => to > from && Math.abs((to - from) / length - value) < 0.6))
}
