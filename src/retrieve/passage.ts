import type { Memory, Span, Turn } from '../domain.ts'
import { plainWords } from '../lib/words/plain-words.ts'
import { isStandingInstruction, mayInstruct, showsPreference } from '../lib/words/sentence-kinds.ts'
import { splitSentences } from '../lib/words/split-sentences.ts'

/** A turn, or a part of a long one: the unit that is searched. */
export interface Passage {
  readonly turn: Turn
  /** Characters of the turn's text; an attachment's caption belongs to the turn's first passage. */
  readonly start: number
  readonly end: number
  readonly first: boolean
  /** What is searched and may be shown: without withheld words, with captions. */
  readonly text: string
  /** The records drawn from these words. */
  readonly memories: readonly Memory[]
  /** The day it was said on, and those that its records speak of, as YYYY-MM-DD. */
  readonly saidOn: string | null
  readonly tellsOf: readonly { readonly from: string; readonly to: string }[]
  readonly asks: boolean
  readonly prefers: boolean
  /** The sentences that tell the assistant how to act from now on. */
  readonly instructions: readonly string[]
}

export const endsAsking: RegExp = /[?？]\W{0,3}$/
// Cheap tests before sentences are split: most passages hold neither. An order for once, "please use a table", is no instruction that stands:
// it must say that it holds beyond the day.
const standing = new RegExp(
  `\\b(?:${[
    'always|never|from now on|from here on|going forward|in (?:the )?future|henceforth',
    '(?:every|each|any) ?time (?:i|we)|when(?:ever)? (?:i|we) (?:ask|talk|say|tell|mention|write|request|discuss|need|want)',
    '(?:in|for) (?:all|every|each) (?:(?:of )?(?:your|my|our) )?(?:answers?|replies|reply|responses?|questions?|messages?)',
  ].join('|')})\\b`,
  'i',
)
const mayPrefer = /prefer|rather|tend to/i
const longestInstruction = 400

/** What a passage is by its words alone. */
export type Reading = Pick<Passage, 'asks' | 'prefers' | 'instructions'>

export function readPassage(text: string): Reading {
  return {
    asks: endsAsking.test(text),
    prefers: mayPrefer.test(text) && showsPreference(plainWords(text)),
    instructions: standing.test(text) ? instructionsIn(text) : none,
  }
}

export function passageOf({ turn, start, end, first }: Place, { text, memories, reading }: Content): Passage {
  const own = memoriesIn({ turn, start, end, first }, memories)
  const { asks, prefers, instructions } = reading
  const saidOn = turn.at?.slice(0, 10) ?? null
  return { turn, start, end, first, text, memories: own, saidOn, tellsOf: daysOf(own), asks, prefers, instructions }
}

interface Content {
  readonly text: string
  /** All of its turn. */
  readonly memories: readonly Memory[]
  readonly reading: Reading
}

/** The same passage with those of its turn's records that were drawn from it. */
export function withMemories(passage: Passage, memories: readonly Memory[]): Passage {
  const own = memoriesIn(passage, memories)
  return { ...passage, memories: own, tellsOf: daysOf(own) }
}

type Place = Pick<Passage, 'turn' | 'start' | 'end' | 'first'>

/** The list itself where it is all of them, as for nearly every turn. */
function memoriesIn(place: Place, memories: readonly Memory[]): readonly Memory[] {
  const isOwn = ({ sources }: Memory): boolean => sources.some(source => isIn(source, place))
  return memories.every(isOwn) ? memories : memories.filter(isOwn)
}

function isIn(source: Span, { turn, start, end, first }: Place): boolean {
  if (source.turnId !== turn.id) return false
  return source.attachment === null ? source.start < end && source.end > start : first
}

function daysOf(memories: readonly Memory[]): Passage['tellsOf'] {
  if (memories.every(({ anchor }) => anchor === null)) return none
  return memories.flatMap(({ anchor }) => (anchor === null ? [] : { from: anchor.start.slice(0, 10), to: anchor.end.slice(0, 10) }))
}

/** One list for the many that have none: in a large space they would fill gigabytes. */
const none: readonly never[] = []

function instructionsIn(text: string): readonly string[] {
  // Finding the sentences takes longest.
  if (!mayInstruct(plainWords(text))) return []
  return splitSentences(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter(
      sentence =>
        sentence.length <= longestInstruction &&
        standing.test(sentence) &&
        !/[?？{}]/.test(sentence) &&
        isStandingInstruction(plainWords(sentence)),
    )
}
