import type { Stretch } from '../lib/words/stretch.ts'
import type { Passage, Reading } from './passage.ts'

/** How turns were cut into passages, and what each of these is by its words: all of a passage that takes long to find out. */
export interface KeptPassages {
  /** By turn. */
  readonly counts: Uint32Array
  /** By passage: the characters of its turn. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** By passage: `asking` and `preferring`. */
  readonly kinds: Uint8Array
  /** Three numbers each: the passage, and the characters of its text. */
  readonly instructions: Uint32Array
}

export interface PassageReader {
  /** Of a turn whose first passage is that one. */
  stretches(turn: number, passage: number): readonly Stretch[]
  reading(passage: number, text: string): Reading
}

const none: readonly never[] = []
const asking = 1
const preferring = 2

/** The passages of turns whose first passages are these. */
export function keepPassages(passages: readonly Passage[], firsts: readonly number[]): KeptPassages {
  const instructions: number[] = []
  for (const [index, { text, instructions: own }] of passages.entries()) {
    // One that is there twice is the same words wherever it is looked up.
    for (const one of own) instructions.push(index, text.indexOf(one), text.indexOf(one) + one.length)
  }
  return {
    counts: Uint32Array.from(firsts, (first, turn) => (firsts[turn + 1] ?? passages.length) - first),
    starts: Uint32Array.from(passages, ({ start }) => start),
    ends: Uint32Array.from(passages, ({ end }) => end),
    kinds: Uint8Array.from(passages, ({ asks, prefers }) => (asks ? asking : 0) | (prefers ? preferring : 0)),
    instructions: Uint32Array.from(instructions),
  }
}

export function createPassageReader({ counts, starts, ends, kinds, instructions }: KeptPassages): PassageReader {
  const instructing = new Map<number, Stretch[]>()
  for (let place = 0; place < instructions.length; place += 3) {
    const passage = instructions[place] ?? 0
    const stretch = { start: instructions[place + 1] ?? 0, end: instructions[place + 2] ?? 0 }
    const others = instructing.get(passage)
    if (others === undefined) instructing.set(passage, [stretch])
    else others.push(stretch)
  }
  return {
    stretches(turn, passage) {
      const found: Stretch[] = []
      const end = passage + (counts[turn] ?? 0)
      for (let place = passage; place < end; place++) found.push({ start: starts[place] ?? 0, end: ends[place] ?? 0 })
      return found
    },
    reading(passage, text) {
      const kind = kinds[passage] ?? 0
      return {
        asks: (kind & asking) !== 0,
        prefers: (kind & preferring) !== 0,
        instructions: instructing.get(passage)?.map(({ start, end }) => text.slice(start, end)) ?? none,
      }
    },
  }
}
