import { formatDay } from '../lib/time/civil-day.ts'
import type { ClaimDate } from './claim-dates.ts'
import type { Finding } from './finding.ts'
import type { Sources } from './read-sources.ts'
import type { Statement } from './read-statement.ts'
import type { ReadTurn } from './read-turn.ts'

const leastFit = 0.5
const sureFit = 0.6
/** The words give a longer time, within which the date lies. */
const withinFit = 0.7

/** How well each date of a sentence fits what the cited turns say of when, and a finding for each that doesn't. */
export function checkDates(
  { dates, question }: Statement,
  { cited }: Sources,
): { readonly fits: readonly number[]; readonly findings: readonly Finding[] } {
  const asked = question.toLowerCase()
  const judged = dates.map(date => ({ date, fit: dateFit(date, cited) }))
  const findings = judged.flatMap(({ date: { phrase, first, last }, fit }): readonly Finding[] => {
    if (fit >= sureFit && fit !== withinFit) return []
    const named = `the date "${phrase}" (${formatSpan(first, last)})`
    const told = `the cited words (${toldDates(cited)})`
    if (fit === withinFit) return [{ fault: `${named} is more exact than ${told}`, grave: false }]
    // A date that the question gives is its own.
    return [{ fault: `${named} is not that of ${told}`, grave: fit < leastFit && !asked.includes(phrase.toLowerCase()) }]
  })
  return { fits: judged.map(({ fit }) => fit), findings }
}

/** 1 as said, 0 not at all. */
function dateFit({ phrase, first, last }: ClaimDate, turns: readonly ReadTurn[]): number {
  const length = last - first
  const slack = length <= 1 ? 0 : length < 20 ? 1 : length < 100 ? 5 : 31
  const datedDays = new Set(turns.flatMap(({ said, times }) => (times().some(({ vague }) => !vague) ? [said] : [])))
  let fit = 0
  for (const { said, times, text } of turns) {
    if (repeats(phrase, text)) return 1
    for (const time of times()) {
      const told = time.last - time.first
      const isWithin = time.first - slack <= first && last <= time.last + slack
      if (time.vague) {
        if (first <= time.last && last >= time.first) fit = Math.max(fit, length <= 1 && told > 1 ? withinFit : sureFit)
      } else if (isWithin) fit = Math.max(fit, told <= Math.max(3 * length, 3) ? 1 : withinFit)
      else if (first - slack <= time.first && time.last <= last + slack) {
        fit = Math.max(fit, length <= Math.max(3 * told, 14) || length >= 27 ? 1 : sureFit)
      }
    }
    if (said === null) continue
    // Where no time is told, the day it was said on is meant; where one is, hardly.
    const dated = datedDays.has(said)
    if (first <= said && said <= last) fit = Math.max(fit, dated ? (length <= 1 ? 0.55 : 0.35) : length <= 1 ? 1 : 0.8)
    else if (!dated && length > 20 && first - 7 <= said && said <= last + 7) fit = Math.max(fit, 0.5)
  }
  return fit
}

const leadWords = /^(?:on|in|at|by|since|until|this|the) /i

/** The turn's own words: a name that only looks like a year ("Cyberpunk 2077"), or "Friday", whichever it was. */
function repeats(phrase: string, text: string): boolean {
  if (/^\d{4}$/.test(phrase)) return text.includes(phrase)
  return !/\d/.test(phrase) && text.toLowerCase().includes(phrase.toLowerCase().replace(leadWords, ''))
}

const mostNamed = 3

function toldDates(turns: readonly ReadTurn[]): string {
  const spans = turns.flatMap(({ said, times }) =>
    times().length > 0 ? times().map(({ first, last }) => formatSpan(first, last)) : said === null ? [] : [formatSpan(said, said)],
  )
  return spans.length === 0 ? 'no time is known' : [...new Set(spans)].slice(0, mostNamed).join(', ')
}

function formatSpan(first: number, last: number): string {
  const [from, to] = [formatDay(first) ?? '?', formatDay(last) ?? '?']
  return from === to ? from : `${from}/${to}`
}
