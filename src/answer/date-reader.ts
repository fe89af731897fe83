import type { Anchor } from '../domain.ts'
import { irregularVerbs } from '../lib/irregular-verbs.ts'
import { lazily } from '../lib/lazily.ts'
import { formatDay } from '../lib/time/civil-day.ts'
import { parseTime } from '../lib/time/parse-time.ts'
import { resolveTimes, type TimeMention } from '../lib/time/resolve-times.ts'
import { widenAnchor } from '../lib/time/widen-anchor.ts'

/** Words that may hold the date asked for: a turn, or the quotes of a card. */
export interface DateSource {
  readonly text: string
  /** When they were said; relative words count from it. */
  readonly at: string | null
  readonly speaker: string
}

export interface ReadDate {
  /** As coarse as the question asks: a month where it says "which month". */
  readonly anchor: Anchor
  /** Of the source. */
  readonly index: number
  /** 0 to 1: about how often a date with as much to be said for it is right (scripts/measure-dates.ts). */
  readonly confidence: number
  /** null where no words say when, and the anchor is the day it was mentioned on. */
  readonly mention: TimeMention | null
}

export interface DateReaderOptions {
  /** How many sources are read, from the best on. More finds more dates, and more wrong ones. */
  readonly considered?: number
}

/**
 * The confidence from which on a date is worth saying. On six LoCoMo conversations, from turns ranked by plain BM25, 89.0% of the dates above
 * it were right (81 of 91; 154 questions in all), against 67.5% of all dates read; but these are the questions the weights were fitted to.
 */
export const sureOfDate = 0.8

const auxiliary = "(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|exactly|['’]s)"
const period = '(?:date|day|month|year|week|weekend|season|summer|winter|spring|fall|autumn|holiday)'
const dateQuestions = [
  `^(?:and |so |but |\\p{L}+, )?when ?${auxiliary}(?!\\p{L})`,
  `^(?:and |so )?(?:(?:on|in|during|around|since) )?(?:what|which) (?:\\p{L}+ )?${period}(?![\\p{L}-])`,
  '^(?:since|until) when(?!\\p{L})',
  '^when \\p{L}+ (?:has|have|had|is|was|will)(?!\\p{L})[^,]*\\?$',
  '^how long ago(?!\\p{L})',
  `(?<!\\p{L})(?:remember|know|tell me|say|recall|find out) (?:exactly )?(?:when|(?:what|which) ${period})(?!\\p{L})`,
  `, when ${auxiliary}(?!\\p{L})`,
  '^¿?(?:cuándo|wann|quand|quando|когда)(?!\\p{L})',
  '什么时候|什麼時候|哪[天年]|いつ',
]
const dateQuestion = new RegExp(dateQuestions.join('|'), 'iu')

/** Whether it asks for a point in time: "When did ...", "In which month ...". */
export const isDateQuestion = (text: string): boolean => dateQuestion.test(text.trim())

/**
 * The date that answers a question, from ranked sources: the time named in the sentence that shares most words with the question, past or to
 * come as the question is; else the day that the best source was said on. null where no source is dated.
 */
export const readDate = (question: string, sources: readonly DateSource[], options: DateReaderOptions = {}): ReadDate | null => {
  const { considered = 3 } = options
  const read = sources.slice(0, considered)
  const asked = askedOf(question, read)
  if (asksWhenSaid.test(question)) return mentionedOn(asked, read)
  const [best, ...others] = read
    .flatMap((source, index) => candidatesOf(asked, source, index))
    .sort((a, b) => b.score - a.score || a.index - b.index)
  if (best === undefined) return mentionedOn(asked, read)
  const rival = others.find(({ anchor }) => anchor.start !== best.anchor.start || anchor.end !== best.anchor.end)
  const { mention, index } = best
  return { anchor: asCoarseAsAsked(best.anchor, question), index, confidence: confidenceOf(best, rival), mention }
}

interface Asked {
  readonly text: string
  /** The words that tell this question from others. */
  readonly words: readonly string[]
}

interface Candidate {
  readonly anchor: Anchor
  readonly index: number
  readonly mention: TimeMention
  /** Decides between candidates, in words shared with the question. */
  readonly score: number
  /** The share of the question's words in the mention's sentence, with those beside it at half weight. */
  readonly near: number
  readonly misfit: number
}

const sentences = lazily(() => new Intl.Segmenter('en', { granularity: 'sentence' }))
const ordinaryWords = new Set(
  'when did does was were has had have are what which who where how for his her their its and the with will would about from that this'.split(
    ' ',
  ),
)
const rankCost = 0.3
/** Where no words say when, the day something was mentioned on is right for about half of the questions. */
const mentionConfidence = 0.5

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []

/** Without the speakers' names, which nobody says of himself. */
const askedOf = (question: string, sources: readonly DateSource[]): Asked => {
  const names = new Set(sources.flatMap(({ speaker }) => wordsOf(speaker)))
  const words = [...new Set(wordsOf(question))].filter(word => !ordinaryWords.has(word) && !names.has(word))
  return { text: question, words }
}

/** How many of the asked words are there, by their first four letters: a poor man's stem that serves in any language. */
const shared = (asked: Asked, text: string): number => {
  const stems = new Set(wordsOf(text).map(stemOf))
  return asked.words.filter(word => stems.has(stemOf(word))).length
}

const stemOf = (word: string): string => (irregularVerbs.get(word) ?? word).slice(0, 4)

const candidatesOf = (asked: Asked, source: DateSource, index: number): Candidate[] => {
  const mentions = resolveTimes(source.text, source.at)
  if (mentions.length === 0) return []
  const parts = [...sentences().segment(source.text)]
  const said = localDay(source.at)
  const asksAbout = resolveTimes(asked.text, source.at).flatMap(({ anchor }) => anchor ?? [])
  return mentions.flatMap(mention => {
    const { anchor } = mention
    if (anchor === null) return []
    const place = parts.findLastIndex(part => part.index <= mention.start)
    const own = shared(asked, parts[place]?.segment ?? '')
    // "I've opened my studio. A show follows next month.": a plan is not when something was done that another sentence speaks of.
    if (isAfter(anchor, said) && asksForPast.test(asked.text) && parts.some(({ segment }) => shared(asked, segment) >= own + 2)) return []
    const beside = shared(asked, `${parts[place - 1]?.segment ?? ''} ${parts[place + 1]?.segment ?? ''}`)
    const total = Math.max(1, asked.words.length)
    const against = misfit(asked.text, anchor, { said, asksAbout })
    return [
      {
        anchor,
        index,
        mention,
        score: own + beside / 2 - index * rankCost - against,
        near: Math.min(1, (own + beside / 2) / total),
        misfit: against,
      },
    ]
  })
}

const asksForStart = /\b(?:how long|start|started|starting|first|since|begin|began|get|got)\b/i
const asksForPast = /\b(?:did|was|were|has|have|had)\b/i
const asksForPlan = /\b(?:is|are|will|plan\w*|going)\b/i
const asksWhenSaid = /\bdid (?:\p{L}+ ){1,3}?(?:mention|say|tell|talk|discuss|announce)(?!\p{L})/iu
const justNow = /^(?:earlier |later )?(?:today|tonight|this (?:morning|afternoon|evening))/i

/** What speaks against a time as the answer, in shared words. */
const misfit = (
  question: string,
  anchor: Anchor,
  { said, asksAbout }: { readonly said: string | null; readonly asksAbout: readonly Anchor[] },
): number => {
  const toCome = isAfter(anchor, said)
  const plan = asksForPlan.test(question) && !/\bdid\b(?!.*plan)/i.test(question)
  // "When did she go camping in June?": a time outside the one that the question names itself is hardly meant.
  let against = asksAbout.every(({ start, end }) => anchor.start <= end && start <= anchor.end) ? 0 : 2
  if (anchor.relation === 'since' && !asksForStart.test(question)) against += 1.5
  if (justNow.test(anchor.phrase ?? '')) against += 1
  if (toCome && asksForPast.test(question) && !/plan/i.test(question)) against += 3
  if (!toCome && anchor.relation !== 'since' && plan) against += 1.5
  return against
}

const isAfter = (anchor: Anchor, said: string | null): boolean => said !== null && anchor.start.slice(0, 10) > said

const localDay = (at: string | null): string | null => {
  const time = at === null ? null : parseTime(at)
  return time === null ? null : formatDay(time.day)
}

/** Where nothing says when: the day the best source was said on. */
const mentionedOn = (asked: Asked, sources: readonly DateSource[]): ReadDate | null => {
  const days = sources.map(({ at }) => localDay(at))
  const index = days.findIndex(day => day !== null)
  const day = days[index] ?? null
  if (day === null) return null
  const anchor: Anchor = { start: day, end: day, precision: 'day', approximate: false, relation: 'at', phrase: null }
  return { anchor: asCoarseAsAsked(anchor, asked.text), index, confidence: mentionConfidence, mention: null }
}

/** A logistic regression over the questions of scripts/measure-dates.ts, rounded. */
const confidenceOf = (best: Candidate, rival: Candidate | undefined): number => {
  const lead = rival === undefined ? 3 : Math.min(3, Math.max(0, best.score - rival.score))
  return 1 / (1 + Math.exp(0.2 - 1.7 * best.near - 0.35 * lead + (best.misfit > 0 ? 1.1 : 0)))
}

/** A day answers "which month" by its month, "which year" by its year. */
const asCoarseAsAsked = (anchor: Anchor, question: string): Anchor => {
  const precision = /\b(?:what|which) (month|year)\b/i.exec(question)?.[1]?.toLowerCase()
  return precision === 'month' || precision === 'year' ? widenAnchor(anchor, precision) : anchor
}
