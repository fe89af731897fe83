import { terms } from '../lib/terms.ts'
import { splitSentences } from '../lib/words/split-sentences.ts'
import type { LexicalIndex } from './lexical-index.ts'
import { endsAsking } from './passage.ts'
import type { QuestionView } from './question-view.ts'

export interface Claims {
  readonly claim: string
  readonly short: string
}

/** Under this match, as a share of the best sentence's, a sentence must tell something to stay. */
const matched = 0.5
/** What a sentence must tell: the sum over its words of ln(1 + N / df). */
const telling = 10
/** Further sentences of a short claim may cost so many characters together: about ten tokens. */
const shortRoom = 40
/** A name inside a sentence, a number, a title in quote marks: what most questions ask for. It weighs as much as eight points of telling. */
const particular = /["“„«\p{N}]|[^.!?\s]\s+(?!I\b)\p{Lu}\p{L}/u
const particularWorth = 0.4
/** A statement of so many characters is understood, in a short claim, without the question that it answers. */
const standsAlone = 40
/** How a record gives the question that the statement before it answers. */
const askedOpening = '(asked: "'
const askedEnd = '")'

/** What cards say of the texts found for a question. */
export interface ClaimWriter {
  write(said: Said): Claims
}

/**
 * Leaves out sentences that neither answer to the question's words nor tell much, if others are left: leaving out what says nothing keeps the
 * answers; keeping only what matches loses them. The short form keeps the best sentence and what fits beside it. `best` are the texts that
 * a match is measured against.
 */
export function createClaimWriter(best: readonly Said[], { terms }: Pick<QuestionView, 'terms'>, lexical: LexicalIndex): ClaimWriter {
  const asked = [...new Set(terms)].map(term => ({ term, rarity: lexical.rarity(term) }))
  let bestMatch: number | null = null

  function matchOf(sentence: Sentence): number {
    let match = 0
    for (const { term, rarity } of asked) if (sentence.terms.has(term)) match += rarity
    return match
  }

  /** Needed only where there is something to leave out, or to shorten. */
  function highestMatch(): number {
    bestMatch ??= best.flatMap(sentencesOf).reduce((highest, sentence) => Math.max(highest, matchOf(sentence)), 1e-9)
    return bestMatch
  }

  function weigh(sentence: Sentence): WeighedSentence {
    const { text, alone, asks, isParticular } = sentence
    return { text, alone, asks, isParticular, match: matchOf(sentence), information: informationOf(sentence, lexical) }
  }

  return {
    write(said) {
      const read = sentencesOf(said)
      const [only] = read
      if (only === undefined) return { claim: said.text, short: said.text }
      if (read.length === 1) return { claim: only.text, short: shortOf(only) }
      const sentences = read.map(weigh)
      const least = matched * highestMatch()
      const told = sentences.filter(({ match, information, asks }) => match >= least || (information >= telling && !asks))
      const kept = told.length > 0 ? told : sentences.toSorted((left, right) => right.information - left.information).slice(0, 1)
      return { claim: kept.map(({ text }) => text).join(' '), short: shorten(kept, highestMatch()) }
    },
  }
}

/** A text that may be shown, and the record or passage that it always is the text of. */
export interface Said {
  readonly of: object
  readonly text: string
}

interface Sentence {
  readonly text: string
  /** Without the question that it answers. */
  readonly alone: string
  /** Its different content words, stemmed: of all it says, by which it is found, and of what it tells. */
  readonly terms: ReadonlySet<string>
  readonly tells: ReadonlySet<string>
  readonly asks: boolean
  readonly isParticular: boolean
}

interface WeighedSentence {
  readonly text: string
  readonly alone: string
  readonly asks: boolean
  readonly isParticular: boolean
  readonly match: number
  readonly information: number
}

// Splitting and stemming cost more than all the rest of a question: done once for what was ever found.
const known = new WeakMap<object, readonly Sentence[]>()

function sentencesOf({ of, text }: Said): readonly Sentence[] {
  const read = known.get(of)
  if (read !== undefined) return read
  const sentences: Sentence[] = []
  for (const { start, end } of splitSentences(text)) {
    const sentence = text.slice(start, end)
    const asked = sentence.endsWith(askedEnd) ? sentence.indexOf(askedOpening) : -1
    const answer = asked === 0 ? sentences.pop() : asked > 0 ? readSentence(sentence.slice(0, asked).trimEnd()) : undefined
    sentences.push(answer === undefined ? readSentence(sentence) : answering(answer, sentence.slice(asked)))
  }
  known.set(of, sentences)
  return sentences
}

function readSentence(text: string): Sentence {
  const own = new Set(terms(text))
  return { text, alone: text, terms: own, tells: own, asks: endsAsking.test(text), isParticular: particular.test(text) }
}

/** A statement is found by the question that it answers too: the answer must not go where the question's words match. */
function answering(statement: Sentence, question: string): Sentence {
  return { ...statement, text: `${statement.text} ${question}`, terms: new Set([...statement.terms, ...terms(question)]) }
}

// What a sentence tells changes only as its space grows.
const told = new WeakMap<Sentence, { readonly lexical: LexicalIndex; readonly size: number; readonly information: number }>()

function informationOf(sentence: Sentence, lexical: LexicalIndex): number {
  const { size } = lexical
  const before = told.get(sentence)
  if (before?.lexical === lexical && before.size === size) return before.information
  let information = 0
  for (const term of sentence.tells) information += Math.log(1 + size / Math.max(1, lexical.frequency(term)))
  told.set(sentence, { lexical, size, information })
  return information
}

function shorten(sentences: readonly WeighedSentence[], bestMatch: number): string {
  const value = ({ match, information, asks, isParticular }: WeighedSentence): number =>
    match / bestMatch + information / 20 - (asks ? 0.3 : 0) + (isParticular ? particularWorth : 0)
  const [best, ...others] = sentences.toSorted((left, right) => value(right) - value(left))
  const kept = new Set(best === undefined ? [] : [best])
  let room = shortRoom
  for (const sentence of others) {
    const { length } = shortOf(sentence)
    if (length > room) continue
    kept.add(sentence)
    room -= length
  }
  return sentences
    .filter(sentence => kept.has(sentence))
    .map(shortOf)
    .join(' ')
}

function shortOf({ text, alone }: Pick<Sentence, 'text' | 'alone'>): string {
  return alone.length >= standsAlone ? alone : text
}
