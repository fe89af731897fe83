import type { Turn } from '../../domain.ts'
import { terms } from '../../lib/terms.ts'
import { monthNames, numberWords, weekdayNames } from '../../lib/time/english/words.ts'
import type { CitedClaim } from '../../seams.ts'
import { seededRandom } from '../statistics/seeded-random.ts'
import type { AnsweredQuestion } from './locomo-claims.ts'
import { holdsDate, shiftDate, shiftUnits } from './shift-date.ts'
import { stateAnswer } from './state-answer.ts'

/** What makes a claim false, each in its own way. */
export const wrongKinds = ['speaker', 'object', 'card', 'nearCard', 'name', 'number', 'date', 'negation', 'entity', 'otherAnswer'] as const
export type WrongKind = (typeof wrongKinds)[number]

export interface LabelledClaim {
  readonly kind: WrongKind | 'true'
  readonly category: AnsweredQuestion['category']
  readonly claim: CitedClaim
}

/** Seeds all choices: the same file gives the same set. */
const seed = 7

/**
 * Claims about one LoCoMo conversation that its evidence supports, and claims that it doesn't, one thing made wrong in each. The adversarial
 * questions give what the other speaker did and false premises. Cited are the evidence turns; near are two turns before each and one after.
 */
export function claimsOf(turns: readonly Turn[], questions: readonly AnsweredQuestion[]): readonly LabelledClaim[] {
  const random = seededRandom(seed)
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const cite = citerOf(turns)
  const words = wordsKnownFrom(turns)
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))]
  const answered = questions.filter(({ category }) => category !== 'adversarial')
  const entities = entitiesOf(answered, words, speakers)
  const held = new Map(answered.map(other => [other, longWords(textOf(other, turns))]))
  const claims: LabelledClaim[] = []

  for (const asked of questions) {
    const { question, evidence, category } = asked
    const answer = words.asInSentence(asked.answer)
    const add = (kind: LabelledClaim['kind'], sentence: string, cited = evidence): void => {
      claims.push({ kind, category, claim: { ...cite(cited), question, sentence } })
    }
    const stated = stateAnswer(question, answer)
    if (category === 'adversarial') {
      add(asksOfTheOther(asked, answered, { turns, speakers }) ? 'speaker' : 'object', stated.text)
      continue
    }
    add('true', stated.text)
    const others = answered.filter(other => !sharesEvidence(asked, other) && other.answer !== asked.answer)
    const elsewhere = pick(others)
    if (elsewhere !== undefined) add('card', stated.text, elsewhere.evidence)
    const near = nearestOf(asked, others, held)
    if (near !== undefined) add('nearCard', stated.text, near.evidence)
    const other = pick(sameTypeOf(asked, others))
    if (other !== undefined) add('otherAnswer', stateAnswer(question, words.asInSentence(other.answer)).text)

    const renamed = swapSpeaker(stated.text, `${question} ${asked.answer}`, speakers)
    if (renamed !== null) add('name', renamed)
    for (const unit of shiftUnits) {
      const shifted = shiftDate(answer, unit, random() < 0.5 ? -1 : 1)
      if (shifted !== null && shifted !== answer) add('date', stateAnswer(question, shifted).text)
    }
    const recounted = holdsDate(answer) ? null : changeNumber(answer, random() < 0.5 ? 1 : 2, category)
    if (recounted !== null) add('number', stateAnswer(question, recounted).text)
    if (stated.negated !== null) add('negation', stated.negated)
    const entity = namesIn(asked.answer).find(name => entities.includes(name)) ?? namesIn(question).find(name => entities.includes(name))
    const instead =
      entity === undefined
        ? undefined
        : pick(entities.filter(name => !sharesWord(name, entity) && !`${question} ${asked.answer}`.includes(name)))
    if (entity !== undefined && instead !== undefined) {
      add('entity', stateAnswer(question.replaceAll(entity, instead), answer.replaceAll(entity, instead)).text)
    }
  }
  return claims
}

function citerOf(turns: readonly Turn[]): (ids: readonly string[]) => Omit<CitedClaim, 'question' | 'sentence'> {
  const holding = new Map<string, number>()
  for (const turn of turns) for (const term of new Set(terms(spoken(turn)))) holding.set(term, (holding.get(term) ?? 0) + 1)
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))]
  return ids => {
    const cited = turns.filter(({ id }) => ids.includes(id))
    const near = turns.filter(
      (turn, place) =>
        !ids.includes(turn.id) &&
        [-1, 1, 2].some(step => ids.includes(turns[place + step]?.id ?? '') && turns[place + step]?.session === turn.session),
    )
    return { speakers, cited, near, turnsWith: stem => holding.get(stem) ?? 0, turns: turns.length }
  }
}

const spoken = ({ text, attachments }: Turn): string => [text, ...attachments.map(({ caption }) => caption ?? '')].join(' ')

interface KnownWords {
  /** A name, by how the dialogue writes it: never in lower case. */
  readonly isName: (word: string) => boolean
  /** An answer as it goes on in a sentence: "The week of ..." -> "the week of ...". */
  readonly asInSentence: (answer: string) => string
}

function wordsKnownFrom(turns: readonly Turn[]): KnownWords {
  const text = turns.map(spoken).join('\n')
  const within = new Set([...text.matchAll(/(?<=[\p{Ll},] )\p{Lu}[\p{L}’']+/gu)].map(([word]) => word))
  const lower = new Set(text.match(/(?<![\p{L}’'])\p{Ll}[\p{L}’']*/gu))
  const isName = (word: string): boolean => within.has(word) && !lower.has(word.toLowerCase())
  const asInSentence = (answer: string): string =>
    answer.replace(/^(\p{Lu})(\p{Ll}*)(?=\s|,|$)/u, word => (isName(word) || isTimeName(word) || word === 'I' ? word : word.toLowerCase()))
  return { isName, asInSentence }
}

function entitiesOf(questions: readonly AnsweredQuestion[], words: KnownWords, speakers: readonly string[]): readonly string[] {
  const names = questions.flatMap(({ question, answer }) => namesIn(`${question} and ${answer}`))
  const kept = names.filter(name => {
    const [first = ''] = name.split(' ')
    const nickname = speakers.some(speaker => speaker.startsWith(first))
    return !nickname && !isTimeName(first) && words.isName(first)
  })
  return [...new Set(kept)].sort()
}

const namesIn = (text: string): readonly string[] => text.match(/(?<=^|[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*/g) ?? []
const isTimeName = (word: string): boolean => [...monthNames, ...weekdayNames].includes(word.toLowerCase())
const sharesWord = (left: string, right: string): boolean => left.split(' ').some(word => right.split(' ').includes(word))
const sharesEvidence = (left: AnsweredQuestion, right: AnsweredQuestion): boolean => left.evidence.some(id => right.evidence.includes(id))
const names = (name: string, text: string): boolean => new RegExp(`\\b${name}\\b`).test(text)

/** A question about one speaker for which only the other's words, or a true question that differs in the name alone, hold the answer. */
function asksOfTheOther(
  asked: AnsweredQuestion,
  answered: readonly AnsweredQuestion[],
  { turns, speakers }: { readonly turns: readonly Turn[]; readonly speakers: readonly string[] },
): boolean {
  const said = new Set(turns.filter(({ id }) => asked.evidence.includes(id)).map(({ speaker }) => speaker))
  const named = speakers.filter(speaker => names(speaker, asked.question))
  if (named.length === 1 && !said.has(named[0] ?? '')) return true
  const nameless = (text: string): string =>
    (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
      .filter(word => !speakers.some(speaker => speaker.toLowerCase() === word) && !/^(?:s|she|he|hers?|his|him)$/.test(word))
      .join(' ')
  return answered.some(
    other => sharesEvidence(asked, other) && other.question !== asked.question && nameless(other.question) === nameless(asked.question),
  )
}

const longWords = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z]{4,}/g))

const textOf = ({ evidence }: AnsweredQuestion, turns: readonly Turn[]): string =>
  turns.flatMap(({ id, text }) => (evidence.includes(id) ? [text] : [])).join(' ')

/** The question whose evidence shares most words with this question and answer. */
function nearestOf(
  asked: AnsweredQuestion,
  others: readonly AnsweredQuestion[],
  held: ReadonlyMap<AnsweredQuestion, ReadonlySet<string>>,
): AnsweredQuestion | undefined {
  const own = longWords(`${asked.question} ${asked.answer}`)
  const overlap = (other: AnsweredQuestion): number => {
    const words = held.get(other) ?? new Set()
    return own.intersection(words).size / (3 + words.size) ** 0.3
  }
  return others.map(other => ({ other, overlap: overlap(other) })).sort((left, right) => right.overlap - left.overlap)[0]?.other
}

/** Those whose answers could stand in place of this one; without shared words where there are such. */
function sameTypeOf(asked: AnsweredQuestion, others: readonly AnsweredQuestion[]): readonly AnsweredQuestion[] {
  const same = others.filter(other => typeOf(other.question) === typeOf(asked.question))
  const said = answerWords(asked.answer)
  const apart = same.filter(other => other.category === asked.category && said.isDisjointFrom(answerWords(other.answer)))
  return apart.length > 0 ? apart : same.length > 0 ? same : others
}

const answerWords = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z0-9]{4,}/g))

function typeOf(question: string): string {
  const [first = '', second = ''] = question.toLowerCase().split(' ')
  return /^(?:how|what)$/.test(first) && /^(?:many|long|often)$/.test(second) ? `${first} ${second}` : first
}

/** Null where none of the speakers, or several, are named. */
function swapSpeaker(sentence: string, about: string, speakers: readonly string[]): string | null {
  const named = speakers.filter(speaker => names(speaker, about))
  const other = speakers.find(speaker => speaker !== named[0])
  return named.length === 1 && other !== undefined ? sentence.replace(new RegExp(`\\b${named[0]}\\b`, 'g'), other) : null
}

const numberPattern = new RegExp(`\\b(?:\\d+|twice|once|${numberWords.join('|')})\\b`, 'i')

function changeNumber(answer: string, by: number, category: AnsweredQuestion['category']): string | null {
  const [found] = numberPattern.exec(answer) ?? []
  if (found === undefined) return null
  const word = found.toLowerCase()
  // "One of her dogs" counts nothing.
  if (word === 'one' && category === 'single-hop') return null
  const value = /^\d/.test(word) ? Number(word) : word === 'once' ? 1 : word === 'twice' ? 2 : numberWords.indexOf(word) + 1
  const changed = /^\d/.test(word) ? undefined : numberWords[value + by - 1]
  return answer.replace(numberPattern, changed ?? String(value + by))
}
