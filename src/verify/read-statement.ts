import { lacksSentence, opensWithPronoun, saysYesOrNo } from '../lib/words/answers.ts'
import { plainWords } from '../lib/words/plain-words.ts'
import type { CitedClaim } from '../seams.ts'
import { type ClaimDate, claimDates } from './claim-dates.ts'
import { type ContentWord, contentWords, keyOf } from './content-words.ts'
import { namedSpeakers } from './speaker-names.ts'
import { genericWords } from './words/generic-words.ts'

/** A word of a sentence with what it weighs. */
export interface StatedWord extends ContentWord {
  /** How rare it is among the turns of the space, less for generic words. */
  readonly weight: number
  /** Its question held it already. */
  readonly asked: boolean
}

/** What a sentence says as an answer to its question. */
export interface Statement {
  readonly sentence: string
  readonly question: string
  /** Its question without the dates in it. */
  readonly askedRest: string
  /** Each key once. */
  readonly words: readonly StatedWord[]
  readonly dates: readonly ClaimDate[]
  /** The sentence without its dates, of the same length. */
  readonly rest: string
  readonly speakers: readonly string[]
  /** The one speaker that it speaks of, named by it or by its question; null where there is none or several. */
  readonly subject: string | null
  /** "No.": the question's words are denied. */
  readonly deniesQuestion: boolean
}

export const genericKeys: ReadonlySet<string> = new Set([...genericWords].map(keyOf))
const genericWeight = 0.4
/** "the Friday before" of which the date itself is gone. */
const dateRests = /\b(?:the )?(?:day|week|weekend|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s? (?:before|after|of)\b/gi
const yesOrNo = /^ (?:yes|yeah|yep|no|nope|not|never) /

/** `speakerKeys`: words that are parts of speakers' names, which are compared apart. */
export function readStatement(claim: CitedClaim, speakerKeys: ReadonlySet<string>): Statement {
  const { question, sentence, speakers, cited } = claim
  const plain = plainWords(sentence)
  const { dates, rest } = claimDates(sentence, soleTimeOf(cited))
  const { rest: askedRest } = claimDates(question, null)
  const wordsIn = (text: string) => contentWords(text).filter(({ key }) => !speakerKeys.has(key))
  const asked = wordsIn(askedRest)
  const askedKeys = new Set(asked.map(({ key }) => key))
  const told = wordsIn(rest.replace(dateRests, ' '))
  // "In Seattle." and "Yes." say what their question asks.
  const leans = lacksSentence(plain) || yesOrNo.test(plain) || told.length === 0
  const words = new Map<string, StatedWord>()
  for (const word of leans ? [...told, ...asked] : told) {
    const weight = rarity(claim, word.stem) * (genericKeys.has(word.key) ? genericWeight : 1)
    if (!words.has(word.key)) words.set(word.key, { ...word, weight, asked: askedKeys.has(word.key) })
  }
  const named = namedSpeakers(sentence, speakers)
  const meant = named.length === 0 && (leans || opensWithPronoun(plain)) ? namedSpeakers(question, speakers) : named
  return {
    ...{ sentence, question, askedRest, words: [...words.values()], dates, rest, speakers },
    subject: meant.length === 1 ? (meant[0] ?? null) : null,
    deniesQuestion: saysYesOrNo(plain) && !/^ (?:yes|yeah|yea|yep|yup) /.test(plain),
  }
}

/** Inverse document frequency, as in BM25. */
function rarity({ turnsWith, turns }: CitedClaim, stem: string): number {
  const holding = turnsWith(stem)
  return Math.log(1 + Math.max(0, turns - holding + 0.5) / (holding + 0.5))
}

/** What relative words of a sentence count from, as they can only be those of its turn. */
function soleTimeOf(cited: CitedClaim['cited']): string | null {
  const times = new Set(cited.map(({ at }) => at))
  return times.size === 1 ? (cited[0]?.at ?? null) : null
}
