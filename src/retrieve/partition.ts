import type { Memory, Quote, Span, Turn } from '../domain.ts'
import type { CountTokens } from '../lib/tokens.ts'
import { transcriptOf } from '../lib/transcript.ts'
import { splitPassages } from '../lib/words/split-passages.ts'
import type { Changes } from '../seams.ts'
import { createLexicalIndex, type LexicalIndex } from './lexical-index.ts'

/** A turn, or a part of a long one: the unit that is searched. */
export interface Passage {
  readonly turn: Turn
  /** Characters of the turn's text; an attachment's caption belongs to the turn's first passage. */
  readonly start: number
  readonly end: number
  readonly first: boolean
  /** What is searched and may be shown: without withheld words, with captions. */
  readonly text: string
}

/** One space in memory, in log order: what every retriever looks into. Kept right by `apply`; never written by a reader. */
export interface Partition {
  readonly revision: number
  readonly turns: readonly Turn[]
  readonly passages: readonly Passage[]
  readonly lexical: LexicalIndex
  /** In order of appearance. */
  readonly speakers: ReadonlySet<string>
  turn(id: string): Turn | undefined
  memoriesOf(turnId: string): readonly Memory[]
  memories(): Iterable<Memory>
  /** The records drawn from a passage's words. */
  memoriesIn(passage: Passage): readonly Memory[]
  quote(span: Span): Quote
  transcriptTokens(count: CountTokens): number
  /** A rough count of the bytes it holds. */
  readonly bytes: number
  apply(changes: Changes): void
}

export function createPartition(): Partition {
  let revision = 0
  let turns: Turn[] = []
  let passages: Passage[] = []
  let lexical = createLexicalIndex()
  let byId = new Map<string, Turn>()
  let memories = new Map<string, readonly Memory[]>()
  let speakers = new Set<string>()
  let session = 0
  let bytes = 0
  let counted = { turns: 0, tokens: 0 }

  function clear(): void {
    turns = []
    passages = []
    lexical = createLexicalIndex()
    byId = new Map()
    memories = new Map()
    speakers = new Set()
    session = 0
    bytes = 0
    counted = { turns: 0, tokens: 0 }
  }

  function addTurn(turn: Turn, withheld: readonly Span[]): void {
    const before = turns.at(-1)
    if (before !== undefined && before.session !== turn.session) session++
    turns.push(turn)
    byId.set(turn.id, turn)
    speakers.add(turn.speaker)
    const captions = turn.attachments.flatMap(({ caption }, attachment) =>
      caption === null || withheld.some(span => span.attachment === attachment) ? [] : [caption],
    )
    const open = blank(turn.text, withheld)
    const stretches = splitPassages(turn.text)
    for (const [index, { start, end }] of (stretches.length === 0 ? [{ start: 0, end: 0 }] : stretches).entries()) {
      const text = [open.slice(start, end), ...(index === 0 ? captions : [])].join(' ').trim()
      passages.push({ turn, start, end, first: index === 0, text })
      lexical.add(text, session)
      // Text, postings and objects, at two bytes a character and some 300 a passage.
      bytes += 6 * text.length + 300
    }
  }

  function apply(changes: Changes): void {
    if (changes.reset) clear()
    const withheld = new Map<string, Span[]>()
    for (const span of changes.withheld) withheld.set(span.turnId, [...(withheld.get(span.turnId) ?? []), span])
    for (const { turn } of changes.turns) addTurn(turn, withheld.get(turn.id) ?? [])
    for (const entry of changes.memories) {
      memories.set(entry.turnId, entry.memories)
      for (const memory of entry.memories) bytes += 400 + 2 * JSON.stringify(memory.body).length
    }
    revision = changes.revision
  }

  return {
    get revision() {
      return revision
    },
    get turns() {
      return turns
    },
    get passages() {
      return passages
    },
    get lexical() {
      return lexical
    },
    get speakers() {
      return speakers
    },
    get bytes() {
      return bytes
    },
    turn: id => byId.get(id),
    memoriesOf: turnId => memories.get(turnId) ?? [],
    *memories() {
      for (const { id } of turns) yield* memories.get(id) ?? []
    },
    memoriesIn: passage => (memories.get(passage.turn.id) ?? []).filter(memory => memory.sources.some(source => isIn(source, passage))),
    quote: span => ({ ...span, text: wordsOf(span, byId.get(span.turnId)) }),
    transcriptTokens(count) {
      let { tokens } = counted
      for (let index = counted.turns; index < turns.length; index++) {
        const turn = turns[index]
        if (turn !== undefined) tokens += count(transcriptOf(turn, turns[index - 1] ?? null))
      }
      counted = { turns: turns.length, tokens }
      return tokens
    },
    apply,
  }
}

function isIn(source: Span, { turn, start, end, first }: Passage): boolean {
  if (source.turnId !== turn.id) return false
  return source.attachment === null ? source.start < end && source.end > start : first
}

function wordsOf({ attachment, start, end }: Span, turn: Turn | undefined): string {
  const text = attachment === null ? turn?.text : turn?.attachments[attachment]?.caption
  return text?.slice(start, end) ?? ''
}

/** Withheld words become blanks: the offsets of the rest stay. */
function blank(text: string, withheld: readonly Span[]): string {
  let open = text
  for (const { attachment, start, end } of withheld) {
    if (attachment === null) open = open.slice(0, start) + ' '.repeat(end - start) + open.slice(end)
  }
  return open
}
