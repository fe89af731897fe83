// How often dates are read rightly, on LoCoMo's temporal questions. By hand: npx node scripts/measure-dates.ts PATH-TO-locomo.json [--misses]
// (a) from a question's own evidence turns; (b) from the ten best turns of a plain BM25 ranking, by confidence.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type DateSource, isDateQuestion, type ReadDate, readDate } from '../src/answer/date-reader.ts'
import type { Anchor, Turn } from '../src/domain.ts'
import { type Day, dayOf, weekdayOf } from '../src/lib/time/civil-day.ts'
import { monthIndex, monthNames, weekdayIndex, weekdayNames } from '../src/lib/time/english/words.ts'
import { parseTime } from '../src/lib/time/parse-time.ts'
import { turnsBySpace } from './turns-by-space.ts'

const sampleShape = z.object({
  sample_id: z.string(),
  qa: z.array(z.object({ question: z.string(), answer: z.unknown().optional(), category: z.number(), evidence: z.unknown().optional() })),
})
type Sample = z.infer<typeof sampleShape>

interface Question {
  readonly id: string
  readonly text: string
  readonly gold: string
  readonly category: number
  readonly evidence: readonly string[]
}
interface LocomoTurn extends DateSource {
  readonly id: string
  readonly session: string | null
  readonly at: string
}
interface Conversation {
  readonly turns: readonly LocomoTurn[]
  readonly questions: readonly Question[]
}

/** Days that a gold answer allows. Both readings of "the week before" a day are there: the seven days, and the calendar week. */
interface Gold {
  readonly first: Day
  readonly last: Day
  /** An answer must be that very day. */
  readonly exact: boolean
  readonly calendarWeek: { readonly first: Day; readonly last: Day } | null
}

const month = `(${monthNames.join('|')})`
const weekday = `(${weekdayNames.join('|')})`

/** null where a gold answer holds no date. Without a year it is of the evidence's. */
const parseGold = (answer: string, year: number): Gold | null => {
  const text = answer
    .toLowerCase()
    .replaceAll(/[`]/g, '')
    .replaceAll(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replaceAll(/(\d)([a-z])/g, '$1 $2')
    .replaceAll(/[,.]/g, ' ')
    .replaceAll(/janurary|januarty|janury/g, 'january')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const dayFirst = new RegExp(`(\\d{1,2}) ${month}(?: (\\d{4}))?`).exec(text)
  const monthFirst = new RegExp(`${month} (\\d{1,2})(?!\\d)(?: (\\d{4}))?`).exec(text)
  if (dayFirst) return aroundDay(text, dayOf(Number(dayFirst[3] ?? year), monthIndex(dayFirst[2] ?? ''), Number(dayFirst[1])))
  if (monthFirst) return aroundDay(text, dayOf(Number(monthFirst[3] ?? year), monthIndex(monthFirst[1] ?? ''), Number(monthFirst[2])))

  const part = new RegExp(`(first|last|early) (?:week(?:end)? )?(?:of )?${month} (\\d{4})`).exec(text)
  const named = part ?? new RegExp(`()${month}(?: (\\d{4}))?`).exec(text)
  if (named) {
    const [first, last] = monthOf(Number(named[3] ?? year), monthIndex(named[2] ?? ''))
    if (text.includes('few days before')) return range(first - 7, last)
    if (part?.[1] === 'last') return range(last - 7, last)
    return part ? range(first, first + 7) : range(first, last)
  }
  const summer = /summer (?:of )?(\d{4})/.exec(text)
  if (summer) return range(dayOf(Number(summer[1]), 6, 1), dayOf(Number(summer[1]), 8, 31))
  const alone = /^(?:in |since )?(\d{4})$/.exec(text)
  if (alone) return yearsOf(Number(alone[1]), Number(alone[1]))
  const ago = /(\d+) years ago/.exec(text)
  if (ago) return yearsOf(year - Number(ago[1]), year - Number(ago[1]))
  return /^(?:a )?few years ago/.test(text) ? yearsOf(year - 6, year - 1) : null
}

const aroundDay = (text: string, day: Day): Gold => {
  const named = new RegExp(`${weekday} before`).exec(text)
  if (named) {
    const before = day - ((weekdayOf(day) - weekdayIndex(named[1] ?? '') + 6) % 7) - 1
    return { ...range(before, before), exact: true }
  }
  if (text.includes('two weekends before')) return range(day - 15, day - 5)
  if (text.includes('weekend before')) return range(day - 8, day - 1)
  if (/weekend (?:after|of)/.test(text)) return range(day - 1, day + 8)
  if (text.includes('two weeks before')) return range(day - 17, day - 11)
  if (text.includes('week before')) {
    const monday = day - ((weekdayOf(day) + 6) % 7) - 7
    return { ...range(day - 7, day - 1), calendarWeek: { first: monday, last: monday + 6 } }
  }
  if (text.includes('few days before')) return range(day - 7, day - 1)
  if (/week of|between/.test(text)) {
    const days = /(\d+) (?:to|and) (\d+)/.exec(text)
    return days ? range(day, day + Number(days[2]) - Number(days[1])) : range(day - 6, day + 6)
  }
  return { ...range(day, day), exact: true }
}

const range = (first: Day, last: Day): Gold => ({ first, last, exact: false, calendarWeek: null })
const yearsOf = (from: number, to: number): Gold => range(dayOf(from, 1, 1), dayOf(to, 12, 31))
const monthOf = (year: number, index: number): readonly [Day, Day] => [dayOf(year, index, 1), dayOf(year, index + 1, 0)]

/** Not wider than the gold, and inside it; gold of more than six days is loose by a day at either end. */
const isWithin = (anchor: Anchor, gold: Pick<Gold, 'first' | 'last' | 'exact'>): boolean => {
  const [first, last] = [anchor.start, anchor.end].map(time => parseTime(time.slice(0, 10))?.day ?? Number.NaN)
  if (first === undefined || last === undefined) return false
  const slack = !gold.exact && gold.last - gold.first > 5 ? 1 : 0
  return first >= gold.first - slack && last <= gold.last + slack && (!gold.exact || first === gold.first)
}
const isRight = (anchor: Anchor, gold: Gold): boolean =>
  isWithin(anchor, gold) || (gold.calendarWeek !== null && isWithin(anchor, { ...gold.calendarWeek, exact: false }))

const conversationOf = (sample: Sample, told: readonly Turn[]): Conversation => {
  const turns = told.map(({ id, speaker, text, session, at }) => ({ id, speaker, text: text.trim(), session, at: at ?? '' }))
  const questions = sample.qa.map(({ question, answer, category, evidence }, index) => ({
    id: `${sample.sample_id}#${index}`,
    text: question.trim(),
    gold: String(answer ?? ''),
    category,
    evidence: [...String(evidence ?? '').matchAll(/D:?(\d+):0*(\d+)/g)].map(([, session, turn]) => `D${session}:${turn}`),
  }))
  return { turns, questions }
}

const words = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map(word => word.replace(/(?:ing|ed|es|s)$/, ''))

/** BM25 over turns, with their neighbours at half weight, and a bonus for the speaker that a question names. */
const rankerOf = (turns: readonly LocomoTurn[]): ((question: string) => readonly LocomoTurn[]) => {
  const counts = turns.map(({ text }) => Map.groupBy(words(text), word => word))
  const containing = new Map<string, number>()
  for (const count of counts) for (const word of count.keys()) containing.set(word, (containing.get(word) ?? 0) + 1)
  const speakers = new Set(turns.map(({ speaker }) => speaker))
  const frequency = (index: number, word: string): number =>
    [0, -1, 1].reduce((sum, step) => {
      const near = turns[index + step]?.session === turns[index]?.session ? (counts[index + step]?.get(word)?.length ?? 0) : 0
      return sum + (step === 0 ? near : near / 2)
    }, 0)
  return question => {
    const named = [...speakers].filter(speaker => question.includes(speaker))
    const names = new Set([...speakers].flatMap(words))
    const asked = [...new Set(words(question))].filter(word => !names.has(word))
    const scores = turns.map((turn, index) => {
      const lexical = asked.reduce((sum, word) => {
        const tf = frequency(index, word)
        const df = containing.get(word) ?? 0
        return sum + (Math.log(1 + (turns.length - df + 0.5) / (df + 0.5)) * tf) / (tf + 0.9)
      }, 0)
      return { turn, lexical, bonus: named.length === 1 && named[0] === turn.speaker ? 0.4 : 0 }
    })
    const most = Math.max(...scores.map(({ lexical }) => lexical)) || 1
    return scores.sort((a, b) => b.lexical / most + b.bonus - a.lexical / most - a.bonus).map(({ turn }) => turn)
  }
}

const percent = (part: number, whole: number): string => `${part} of ${whole} = ${((100 * part) / Math.max(1, whole)).toFixed(1)}%`

const [path, ...flags] = process.argv.slice(2)
if (path === undefined) throw new Error('Give the path of a LoCoMo file: npx node scripts/measure-dates.ts locomo.json')
const samples = z.array(sampleShape).parse(JSON.parse(readFileSync(path, 'utf8')))
const told = await turnsBySpace(path)

const fromEvidence: { readonly right: boolean; readonly sevenDays: boolean; readonly calendar: boolean }[] = []
const fromRanking: { readonly right: boolean; readonly read: ReadDate }[] = []
for (const sample of samples) {
  const { turns, questions } = conversationOf(sample, told.get(sample.sample_id) ?? [])
  const rank = rankerOf(turns)
  const byId = new Map(turns.map(turn => [turn.id, turn]))
  for (const { id, text, gold: answer, category, evidence } of questions) {
    const own = [...new Set(evidence)].flatMap(turnId => byId.get(turnId) ?? [])
    const gold = own[0] && category !== 5 ? parseGold(answer, Number(own[0].at.slice(0, 4))) : null
    if (gold === null) continue
    if (category === 2 && /^(?:when|which|what|in which|how long)/i.test(text)) {
      const anchor = readDate(text, own, { considered: own.length })?.anchor
      const result = {
        right: anchor !== undefined && isRight(anchor, gold),
        sevenDays: anchor !== undefined && isWithin(anchor, gold),
        calendar: anchor !== undefined && isWithin(anchor, gold.calendarWeek === null ? gold : { ...gold.calendarWeek, exact: false }),
      }
      fromEvidence.push(result)
      if (!result.right && flags.includes('--misses')) console.log(`${id} ${text} | ${answer} | ${anchor?.start} ${anchor?.end}`)
    }
    if (isDateQuestion(text)) {
      const read = readDate(text, rank(text).slice(0, 10))
      if (read !== null) fromRanking.push({ read, right: isRight(read.anchor, gold) })
    }
  }
}

console.log(
  `(a) from the evidence turns, right at the first guess: ${percent(fromEvidence.filter(({ right }) => right).length, fromEvidence.length)}`,
)
const asSevenDays = fromEvidence.filter(({ sevenDays }) => sevenDays).length
const asCalendarWeek = fromEvidence.filter(({ calendar }) => calendar).length
console.log(`    "the week before" a day as seven days only: ${percent(asSevenDays, fromEvidence.length)}`)
console.log(`    as the calendar week only: ${percent(asCalendarWeek, fromEvidence.length)}`)
console.log(`(b) from ten ranked turns: ${percent(fromRanking.filter(({ right }) => right).length, fromRanking.length)}`)
for (const least of [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9]) {
  const sure = fromRanking.filter(({ read }) => read.confidence >= least)
  console.log(`    confidence >= ${least}: right ${percent(sure.filter(({ right }) => right).length, sure.length)}`)
}
