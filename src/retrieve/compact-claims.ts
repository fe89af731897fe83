import { terms } from '../lib/terms.ts'
import { splitSentences } from '../lib/words/split-sentences.ts'
import { type LexicalIndex, noId } from './lexical-index.ts'
import { endsAsking } from './passage.ts'
import type { QuestionView } from './question-view.ts'

export interface Claims {
  readonly claim: string
  readonly short: string
}

/** Under this match, as a share of the best sentence's, a sentence must tell something to stay. */
const matched = 0.5
/** What a sentence must tell, to stay without a match. */
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
  const asked = [...new Set(terms)]
  const askedIds = asked.map(lexical.idOf)
  const rarities = asked.map(lexical.rarity)
  // A bit for the last digits of each number: most words of a sentence are passed over by it. This is asked of every sentence of the best passages.
  const sieve = askedIds.reduce((bits, id) => (id === noId ? bits : bits | (1 << (id & 31))), 0)
  const held = new Uint8Array(asked.length)
  let bestMatch = 0

  // Readings outlive the question.
  const mark = {}

  /** By sentence; worked out once. */
  function matchesOf(reading: Reading): readonly number[] {
    const { sentences, matches } = reading
    if (reading.matchedFor !== mark) {
      reading.matchedFor = mark
      for (let place = 0; place < sentences.length; place++) {
        const sentence = sentences[place]
        if (sentence !== undefined) matches[place] = matchOf(sentence)
      }
    }
    return matches
  }

  function matchOf({ ids, strangers }: Sentence): number {
    held.fill(0)
    for (let place = 0; place < ids.length; place++) {
      const id = ids[place] ?? noId
      if (id === noId || ((sieve >>> (id & 31)) & 1) === 0) continue
      const at = askedIds.indexOf(id)
      if (at !== -1) held[at] = 1
    }
    for (const stranger of strangers) {
      const at = asked.indexOf(stranger)
      if (at !== -1) held[at] = 1
    }
    let match = 0
    for (let at = 0; at < held.length; at++) if (held[at] === 1) match += rarities[at] ?? 0
    return match
  }

  /** Needed only where there is something to leave out, or to shorten. */
  function highestMatch(): number {
    if (bestMatch > 0) return bestMatch
    bestMatch = 1e-9
    for (const said of best) {
      const reading = readingOf(said, lexical)
      // Most have fewer of the question's words than the best so far: their sentences need not be looked at.
      if (mostMatch(reading) <= bestMatch) continue
      for (const match of matchesOf(reading)) bestMatch = Math.max(bestMatch, match)
    }
    return bestMatch
  }

  /** No sentence of it matches by more. */
  function mostMatch({ lowMarks, highMarks, hasStrangers }: Reading): number {
    let match = 0
    for (let at = 0; at < askedIds.length; at++) {
      const id = askedIds[at] ?? noId
      const marks = (id & highMark) === 0 ? lowMarks : highMarks
      if (id === noId ? hasStrangers : ((marks >>> (id & 31)) & 1) === 1) match += rarities[at] ?? 0
    }
    return match
  }

  return {
    write(said) {
      const reading = readingOf(said, lexical)
      const { sentences, whole, parts, shortParts } = reading
      const [only, second] = sentences
      if (only === undefined || second === undefined) return { claim: whole, short: only === undefined ? whole : shortOf(only) }
      const highest = highestMatch()
      const matches = matchesOf(reading)
      const kept = tellingOf(sentences, matches, matched * highest)
      const claim = kept.length === sentences.length ? whole : join(sentences, kept, { by: textOf, known: parts })
      const short = shorten(sentences, kept, place => (matches[place] ?? 0) / highest)
      return { claim, short: join(sentences, short, { by: shortOf, known: shortParts }) }
    },
  }
}

/** A text that may be shown, and the record or passage that it always is the text of. */
export interface Said {
  readonly of: object
  readonly text: string
  /** As it was read last. */
  reading: Reading | null
}

export function createSaid(of: object, text: string): Said {
  return { of, text, reading: null }
}

interface Sentence {
  readonly text: string
  /** Without the question that it answers. */
  readonly alone: string
  /**
   * Its different content words, stemmed, with those of the question that it answers: their numbers in the space, `noId` for one that no
   * passage has.
   */
  readonly ids: Int32Array
  /** Those without a number. */
  readonly strangers: readonly string[]
  /** Of what it tells: so many of the first numbers are those of its own words. */
  readonly tells: number
  readonly asks: boolean
  readonly isParticular: boolean
  /** The sum over its own words of ln(1 + N / df). */
  information: number
}

/** Brought up to date in place: new ones for all that is found, whenever a space has grown, would be most of what a question leaves behind. */
export interface Reading {
  readonly lexical: LexicalIndex
  /** The size of the space when it was read: what a sentence tells changes as the space grows. */
  size: number
  readonly sentences: Sentence[]
  /** Of the words of all sentences: a bit for the last six digits of each number, in two halves. */
  lowMarks: number
  highMarks: number
  hasStrangers: boolean
  /** All sentences. */
  readonly whole: string
  /** Some of them, by a bit for each: as a card is priced and shown, the same string is looked up sooner than an equal one. */
  readonly parts: Map<number, string>
  readonly shortParts: Map<number, string>
  /** By sentence, for the question of the writer that has this mark. */
  readonly matches: number[]
  matchedFor: object | null
}

// Splitting and stemming cost more than all the rest of a question: done once for what was ever found.
const known = new WeakMap<object, Reading>()

function readingOf(said: Said, lexical: LexicalIndex): Reading {
  const before = said.reading ?? known.get(said.of)
  if (before?.lexical === lexical) {
    said.reading = before
    if (before.size !== lexical.size) bringUpToDate(before)
    return before
  }
  const reading = read(said, lexical)
  known.set(said.of, reading)
  said.reading = reading
  return reading
}

function read({ text }: Said, lexical: LexicalIndex): Reading {
  const statements: Statement[] = []
  for (const { start, end } of splitSentences(text)) {
    const sentence = text.slice(start, end)
    const asked = sentence.endsWith(askedEnd) ? sentence.indexOf(askedOpening) : -1
    const answer = asked === 0 ? statements.pop() : asked > 0 ? statementOf(sentence.slice(0, asked).trimEnd()) : undefined
    statements.push(answer === undefined ? statementOf(sentence) : answering(answer, sentence.slice(asked)))
  }
  const sentences = statements.map(statement => numbered(statement, lexical))
  const whole = sentences.length === 0 ? text : sentences.map(textOf).join(' ')
  const matches = sentences.map(() => 0)
  return {
    lexical,
    size: lexical.size,
    sentences,
    ...marksOf(sentences),
    whole,
    parts: new Map(),
    shortParts: new Map(),
    matches,
    matchedFor: null,
  }
}

const highMark = 32

function marksOf(sentences: readonly Sentence[]): Pick<Reading, 'lowMarks' | 'highMarks' | 'hasStrangers'> {
  let lowMarks = 0
  let highMarks = 0
  let hasStrangers = false
  for (const { ids, strangers } of sentences) {
    if (strangers.length > 0) hasStrangers = true
    for (let place = 0; place < ids.length; place++) {
      const id = ids[place] ?? noId
      if (id === noId) continue
      if ((id & highMark) === 0) lowMarks |= 1 << (id & 31)
      else highMarks |= 1 << (id & 31)
    }
  }
  return { lowMarks, highMarks, hasStrangers }
}

type Statement = Pick<Sentence, 'text' | 'alone' | 'asks' | 'isParticular'>

function statementOf(text: string): Statement {
  return { text, alone: text, asks: endsAsking.test(text), isParticular: particular.test(text) }
}

/** A statement is found by the question that it answers too: the answer must not go where the question's words match. */
function answering(statement: Statement, question: string): Statement {
  return { ...statement, text: `${statement.text} ${question}` }
}

function numbered(statement: Statement, lexical: LexicalIndex): Sentence {
  const { text, alone } = statement
  const found: number[] = []
  const strangers: string[] = []
  // Few enough to look through: sets of them would be most of what reading a sentence costs.
  const add = (words: string): void => {
    for (const term of terms(words)) {
      const id = lexical.idOf(term)
      if (id === noId ? strangers.includes(term) : found.includes(id)) continue
      found.push(id)
      if (id === noId) strangers.push(term)
    }
  }
  add(alone)
  const tells = found.length
  if (text !== alone) add(text.slice(alone.length))
  const ids = Int32Array.from(found)
  return { ...statement, ids, strangers, tells, information: informationOf(ids, tells, lexical) }
}

/** After the space has grown: words are rarer now, and some that were of no passage are of one. */
function bringUpToDate(reading: Reading): void {
  const { lexical, sentences } = reading
  for (let place = 0; place < sentences.length; place++) {
    const sentence = sentences[place]
    if (sentence === undefined) continue
    if (sentence.strangers.some(term => lexical.idOf(term) !== noId)) sentences[place] = numbered(sentence, lexical)
    else sentence.information = informationOf(sentence.ids, sentence.tells, lexical)
  }
  Object.assign(reading, marksOf(sentences), { size: lexical.size })
}

/** Of the first so many words. */
function informationOf(ids: Int32Array, count: number, lexical: LexicalIndex): number {
  let information = 0
  for (let place = 0; place < count; place++) {
    information += Math.log(1 + lexical.size / Math.max(1, lexical.frequencyOf(ids[place] ?? noId)))
  }
  return information
}

/** The places of the sentences that match or tell something; of the one that tells most where none does. */
function tellingOf(sentences: readonly Sentence[], matches: readonly number[], least: number): readonly number[] {
  const kept: number[] = []
  let fullest = 0
  // By index: a pair for each sentence would be much of what a question leaves behind.
  for (let place = 0; place < sentences.length; place++) {
    const { information = 0, asks = false } = sentences[place] ?? {}
    if ((matches[place] ?? 0) >= least || (information >= telling && !asks)) kept.push(place)
    if (information > (sentences[fullest]?.information ?? 0)) fullest = place
  }
  return kept.length > 0 ? kept : [fullest]
}

/** Of these places, in order, the best and those that fit beside it. */
function shorten(sentences: readonly Sentence[], places: readonly number[], matchAt: (place: number) => number): readonly number[] {
  if (places.length < 2) return places
  const valueAt = (place: number): number => {
    const { information = 0, asks = false, isParticular = false } = sentences[place] ?? {}
    return matchAt(place) + information / 20 - (asks ? 0.3 : 0) + (isParticular ? particularWorth : 0)
  }
  let best = 0
  let highest = Number.NEGATIVE_INFINITY
  for (const place of places) {
    const value = valueAt(place)
    if (value > highest) [best, highest] = [place, value]
  }
  const lengthAt = (place: number): number => {
    const sentence = sentences[place]
    return sentence === undefined ? 0 : shortOf(sentence).length
  }
  // Few sentences are short enough to stand beside another, and one alone needs no sorting.
  const others = places.filter(place => place !== best && lengthAt(place) <= shortRoom)
  if (others.length > 1) others.sort((left, right) => valueAt(right) - valueAt(left))
  const kept = [best]
  let room = shortRoom
  for (const place of others) {
    if (lengthAt(place) > room) continue
    kept.push(place)
    room -= lengthAt(place)
  }
  return kept.length === places.length ? places : kept.sort((left, right) => left - right)
}

function join(
  sentences: readonly Sentence[],
  places: readonly number[],
  { by, known }: { readonly by: (sentence: Sentence) => string; readonly known: Map<number, string> },
): string {
  let bits = 0
  for (const place of places) bits |= 1 << place
  let joined = sentences.length <= mostBits ? known.get(bits) : undefined
  if (joined === undefined) {
    joined = sentences
      .filter((_, place) => places.includes(place))
      .map(by)
      .join(' ')
    if (sentences.length <= mostBits) known.set(bits, joined)
  }
  return joined
}

const mostBits = 30

function textOf({ text }: Sentence): string {
  return text
}

function shortOf({ text, alone }: Sentence): string {
  return alone.length >= standsAlone ? alone : text
}
