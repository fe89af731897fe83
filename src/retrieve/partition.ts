import type { Memory, Quote, Span, Turn } from '../domain.ts'
import { memoryText } from '../lib/memory-text.ts'
import { prevailing } from '../lib/prevailing.ts'
import { textOf } from '../lib/text-of.ts'
import type { CountTokens } from '../lib/tokens.ts'
import { headingOf, lineOf } from '../lib/transcript.ts'
import { splitPassages } from '../lib/words/split-passages.ts'
import type { Changes, LoggedTurn } from '../seams.ts'
import { createFirstChanges } from './first-changes.ts'
import { createLexicalIndex, type LexicalIndex } from './lexical-index.ts'
import { type Passage, readPassage, withMemories } from './passage.ts'
import { createPassageVectors, type PassageVectors, type PieceVectors } from './passage-vectors.ts'
import { createSimilarWords, type SimilarWords } from './similar-words.ts'
import type { ReadText } from './text-reader.ts'

/** One space in memory, in log order: what every retriever looks into. Kept right by `apply`; never written by a reader. */
export interface Partition {
  readonly revision: number
  /** As they may be shown: withheld words are blank, withheld captions are gone. */
  readonly turns: readonly Turn[]
  readonly passages: readonly Passage[]
  readonly lexical: LexicalIndex
  readonly vectors: PassageVectors
  readonly similar: SimilarWords
  /** In order of appearance. */
  readonly speakers: ReadonlySet<string>
  turn(id: string): Turn | undefined
  /** The index of a turn. */
  placeOf(turnId: string): number | undefined
  /** Those that prevail, as everywhere here. */
  memoriesOf(turnId: string): readonly Memory[]
  memories(): Iterable<Memory>
  /** With their numbers. */
  passagesOf(turnId: string): Iterable<readonly [index: number, passage: Passage]>
  quote(span: Span): Quote
  transcriptTokens(count: CountTokens): number
  /** The passages before this place are what they were at an earlier revision. */
  unchangedSince(revision: number): number
  /** A rough count of the bytes it holds. */
  readonly bytes: number
  apply(changes: Changes): void
}

/** Text, terms and objects, at a few bytes a character and some hundred a passage; then its vector. */
const bytesPerCharacter = 8
const bytesPerPassage = 500

export function createPartition(table: PieceVectors, read: (text: string) => ReadText): Partition {
  let revision = 0
  let space = emptySpace(table)
  const firstChanges = createFirstChanges()

  function addTurn(
    { turn, tokens }: LoggedTurn,
    { withheld, drawn }: { readonly withheld: readonly Span[]; readonly drawn: readonly Memory[] },
  ): void {
    const before = space.turns.at(-1)
    if (before !== undefined && before.session !== turn.session) space.session++
    space.places.set(turn.id, { turn: space.turns.length, passage: space.passages.length })
    const open = withheld.length === 0 ? turn : withoutWithheld(turn, withheld)
    space.turns.push(open)
    space.lineTokens.push(withheld.length === 0 ? tokens : null)
    space.speakers.add(turn.speaker)
    const captions = open.attachments.flatMap(({ caption }) => caption ?? [])
    const stretches = splitPassages(turn.text)
    const memories = prevailing(drawn)
    if (drawn.length > 0) keepMemories(turn.id, memories)
    for (const [index, stretch] of (stretches.length === 0 ? [{ start: 0, end: 0 }] : stretches).entries()) {
      const text = [open.text.slice(stretch.start, stretch.end), ...(index === 0 ? captions : [])].join(' ').trim()
      space.passages.push(readPassage({ turn: open, stretch, first: index === 0, text, memories }))
      const searched = read(text)
      space.lexical.add(searched, space.session)
      space.vectors.add(searched, space.session)
      space.bytes += bytesPerCharacter * text.length + bytesPerPassage + table.dimensions
    }
  }

  function setMemories(turnId: string, drawn: readonly Memory[]): void {
    if (!space.places.has(turnId)) return
    const memories = prevailing(drawn)
    keepMemories(turnId, memories)
    for (const [index, passage] of [...passagesOf(turnId)]) space.passages[index] = withMemories(passage, memories)
  }

  function keepMemories(turnId: string, memories: readonly Memory[]): void {
    space.memories.set(turnId, memories)
    for (const { body } of memories) space.bytes += bytesPerPassage + bytesPerCharacter * memoryText(body).length
  }

  function* passagesOf(turnId: string): Iterable<readonly [number, Passage]> {
    const place = space.places.get(turnId)
    for (let index = place?.passage ?? space.passages.length; index < space.passages.length; index++) {
      const passage = space.passages[index]
      if (passage?.turn.id !== turnId) return
      yield [index, passage]
    }
  }

  return {
    get revision() {
      return revision
    },
    get turns() {
      return space.turns
    },
    get passages() {
      return space.passages
    },
    get lexical() {
      return space.lexical
    },
    get vectors() {
      return space.vectors
    },
    get similar() {
      return space.similar
    },
    get speakers() {
      return space.speakers
    },
    get bytes() {
      return space.bytes
    },
    placeOf: turnId => space.places.get(turnId)?.turn,
    turn: id => space.turns[space.places.get(id)?.turn ?? -1],
    memoriesOf: turnId => space.memories.get(turnId) ?? [],
    *memories() {
      for (const { id } of space.turns) yield* space.memories.get(id) ?? []
    },
    passagesOf,
    unchangedSince: since => firstChanges.since(since, space.passages.length),
    quote: span => ({ ...span, text: wordsOf(span, space.turns[space.places.get(span.turnId)?.turn ?? -1]) }),
    transcriptTokens(count) {
      const { counted, turns, lineTokens } = space
      for (; counted.turns < turns.length; counted.turns++) {
        const turn = turns[counted.turns]
        if (turn === undefined) continue
        const heading = headingOf(turn, turns[counted.turns - 1] ?? null)
        counted.tokens += (heading === '' ? 0 : count(heading)) + (lineTokens[counted.turns] ?? count(lineOf(turn)))
      }
      return counted.tokens
    },
    apply(changes) {
      if (changes.reset) space = emptySpace(table)
      let firstChange = space.passages.length
      const withheld = Map.groupBy(changes.withheld, ({ turnId }) => turnId)
      const drawn = new Map(changes.memories.map(({ turnId, memories }) => [turnId, memories]))
      for (const logged of changes.turns) {
        const { id } = logged.turn
        addTurn(logged, { withheld: withheld.get(id) ?? [], drawn: drawn.get(id) ?? [] })
        drawn.delete(id)
      }
      for (const [turnId, memories] of drawn) {
        firstChange = Math.min(firstChange, space.places.get(turnId)?.passage ?? firstChange)
        setMemories(turnId, memories)
      }
      if (changes.revision !== revision) firstChanges.add(changes.revision, firstChange)
      revision = changes.revision
    },
  }
}

interface SpaceData {
  readonly turns: Turn[]
  /** Of their lines in a transcript; null where not counted yet, or where words are withheld. */
  readonly lineTokens: (number | null)[]
  readonly passages: Passage[]
  readonly lexical: LexicalIndex
  readonly vectors: PassageVectors
  readonly similar: SimilarWords
  readonly speakers: Set<string>
  /** By turn id: its index, and that of its first passage. */
  readonly places: Map<string, { readonly turn: number; readonly passage: number }>
  readonly memories: Map<string, readonly Memory[]>
  readonly counted: { turns: number; tokens: number }
  /** Number of the session that the last turn belongs to. */
  session: number
  bytes: number
}

function emptySpace(table: PieceVectors): SpaceData {
  const lexical = createLexicalIndex()
  return {
    turns: [],
    lineTokens: [],
    passages: [],
    lexical,
    vectors: createPassageVectors(table),
    similar: createSimilarWords(table, lexical),
    speakers: new Set(),
    places: new Map(),
    memories: new Map(),
    counted: { turns: 0, tokens: 0 },
    session: 0,
    bytes: 0,
  }
}

function wordsOf(span: Span, turn: Turn | undefined): string {
  return turn === undefined ? '' : textOf(turn, span).slice(span.start, span.end)
}

/** Withheld words become blanks: the offsets of the rest stay. */
function withoutWithheld(turn: Turn, withheld: readonly Span[]): Turn {
  let { text } = turn
  for (const { attachment, start, end } of withheld) {
    if (attachment === null) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
  }
  const attachments = turn.attachments.map((attachment, index) =>
    withheld.some(span => span.attachment === index) ? { ...attachment, caption: null } : attachment,
  )
  return { ...turn, text, attachments }
}
