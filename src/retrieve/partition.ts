import { isDeepStrictEqual } from 'node:util'
import type { Memory, Quote, Span, Turn } from '../domain.ts'
import { prevailing } from '../lib/prevailing.ts'
import { textOf } from '../lib/text-of.ts'
import { headingOf, lineOf } from '../lib/transcript.ts'
import { splitPassages } from '../lib/words/split-passages.ts'
import type { Stretch } from '../lib/words/stretch.ts'
import type { Changes, CountTokens, LoggedTurn } from '../seams.ts'
import { createFirstChanges } from './first-changes.ts'
import { createPassageReader, type KeptPassages, keepPassages, type PassageReader } from './kept-passages.ts'
import { createLexicalIndex, type KeptLexicalIndex, type KeptPlaces, type LexicalIndex } from './lexical-index.ts'
import type { KeptBags } from './number-bags.ts'
import { type Passage, passageOf, readPassage, withMemories } from './passage.ts'
import { createPassageVectors, type KeptPassageVectors, type PassageVectors, type PieceVectors } from './passage-vectors.ts'
import type { RecordVectors } from './record-vectors.ts'
import { createSimilarWords, type SimilarWords } from './similar-words.ts'
import type { ReadText } from './text-reader.ts'

/** One space in memory, in log order: what every retriever looks into. Kept right by `steps`; never written by a reader. */
export interface Partition {
  readonly revision: number
  /** As they may be shown: withheld words are blank, withheld captions are gone. */
  readonly turns: readonly Turn[]
  readonly passages: readonly Passage[]
  readonly lexical: LexicalIndex
  readonly vectors: PassageVectors
  readonly similar: SimilarWords
  /** Of its records, by the embedder of that id: those that `make` made at first, and whoever reads or makes some adds them. */
  vectorsBy(embedder: string, make: () => RecordVectors): RecordVectors
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
  /**
   * Brings it up to date, in steps of a millisecond or so where a space is read anew, which takes seconds for a large one: what there was stands until the
   * last. `kept`: of the first turns of a space that nothing is known of yet.
   */
  steps(changes: Changes, kept?: KeptPartition | null): Iterable<void>
  /** How many of its first turns are, as they would be shown, the first of these too. */
  inCommon(changes: Pick<Changes, 'turns' | 'withheld'>): number
  /** What the words of the turns took to read. Records have no part in it. It stands until the next changes. */
  keep(): KeptPartition
}

/** What a partition is made of again without reading the words of its turns. */
export interface KeptPartition {
  /** How many there were. */
  readonly turns: number
  readonly passages: KeptPassages
  readonly places: KeptPlaces
  readonly lexical: KeptLexicalIndex
  readonly vectors: KeptPassageVectors
  readonly similar: KeptBags
}

/** Of a space of no turns: its maps, its lists and their room to grow. A small one is mostly that and its words. */
const bytesPerSpace = 35_000
/** A word of the space, with its vector. */
const bytesPerTerm = 180
/** Text and objects, at a few bytes a character and some hundred a passage; then its vector. */
const bytesPerCharacter = 8
const bytesPerPassage = 500
const bytesPerMemory = 1_200

/** Turns that are read in one step. */
const turnsAtOnce = 32

export function createPartition(table: PieceVectors, read: (text: string) => ReadText): Partition {
  let revision = 0
  let space = emptySpace(table, null)
  const firstChanges = createFirstChanges()

  function addTurn(
    into: SpaceData,
    { turn, tokens }: LoggedTurn,
    {
      withheld,
      drawn,
      kept,
    }: { readonly withheld: readonly Span[]; readonly drawn: readonly Memory[]; readonly kept: PassageReader | null },
  ): void {
    const before = into.turns.at(-1)
    if (before !== undefined && before.session !== turn.session) into.session++
    const passage = into.passages.length
    const place = into.turns.length
    into.places.set(turn.id, place)
    into.firsts.push(passage)
    const open = withoutWithheld(turn, withheld)
    into.turns.push(open)
    into.lineTokens.push(withheld.length === 0 ? tokens : null)
    into.speakers.add(turn.speaker)
    const memories = prevailing(drawn)
    if (drawn.length > 0) keepMemories(into, turn.id, memories)
    const stretches = kept === null ? splitPassages(turn.text) : kept.stretches(place, passage)
    for (const { start, end } of stretches.length === 0 ? [{ start: 0, end: 0 }] : stretches) {
      const first = into.passages.length === passage
      const text = textOfPassage(open, { start, end, first })
      const reading = kept === null ? readPassage(text) : kept.reading(into.passages.length, text)
      into.passages.push(passageOf({ turn: open, start, end, first }, { text, memories, reading }))
      into.bytes += bytesPerCharacter * text.length + bytesPerPassage + table.dimensions
      if (kept !== null) continue
      const searched = read(text)
      into.lexical.add(searched, into.session)
      into.vectors.add(searched, into.session)
    }
  }

  function setMemories(turnId: string, drawn: readonly Memory[]): void {
    if (!space.places.has(turnId)) return
    const memories = prevailing(drawn)
    keepMemories(space, turnId, memories)
    for (const [index, passage] of [...passagesOf(turnId)]) space.passages[index] = withMemories(passage, memories)
  }

  function keepMemories(into: SpaceData, turnId: string, memories: readonly Memory[]): void {
    into.memories.set(turnId, memories)
    into.bytes += bytesPerMemory * memories.length
  }

  function* steps(changes: Changes, kept: KeptPartition | null = null): Iterable<void> {
    const isAnew = changes.reset || kept !== null || space.turns.length === 0
    const into = isAnew ? emptySpace(table, kept) : space
    const keptPassages = kept === null ? null : createPassageReader(kept.passages)
    let firstChange = into.passages.length
    const withheld = Map.groupBy(changes.withheld, ({ turnId }) => turnId)
    const drawn = new Map(changes.memories.map(({ turnId, memories }) => [turnId, memories]))
    for (const [index, logged] of changes.turns.entries()) {
      const { id } = logged.turn
      const isKept = kept !== null && into.turns.length < kept.turns
      addTurn(into, logged, { withheld: withheld.get(id) ?? [], drawn: drawn.get(id) ?? [], kept: isKept ? keptPassages : null })
      drawn.delete(id)
      if (isAnew && index % turnsAtOnce === turnsAtOnce - 1) yield
    }
    space = into
    for (const [turnId, memories] of drawn) {
      firstChange = Math.min(firstChange, firstPassageOf(turnId) ?? firstChange)
      setMemories(turnId, memories)
    }
    if (changes.revision !== revision) firstChanges.add(changes.revision, firstChange)
    revision = changes.revision
  }

  function* passagesOf(turnId: string): Iterable<readonly [number, Passage]> {
    for (let index = firstPassageOf(turnId) ?? space.passages.length; index < space.passages.length; index++) {
      const passage = space.passages[index]
      if (passage?.turn.id !== turnId) return
      yield [index, passage]
    }
  }

  function firstPassageOf(turnId: string): number | undefined {
    const place = space.places.get(turnId)
    return place === undefined ? undefined : space.firsts[place]
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
      let bytes = space.bytes + bytesPerSpace + bytesPerTerm * space.lexical.termCount
      for (const vectors of space.embedded.values()) bytes += vectors.bytes
      return bytes
    },
    vectorsBy(embedder, make) {
      const vectors = space.embedded.get(embedder) ?? make()
      space.embedded.set(embedder, vectors)
      return vectors
    },
    placeOf: turnId => space.places.get(turnId),
    turn: id => space.turns[space.places.get(id) ?? -1],
    memoriesOf: turnId => space.memories.get(turnId) ?? [],
    *memories() {
      for (const { id } of space.turns) yield* space.memories.get(id) ?? []
    },
    passagesOf,
    unchangedSince: since => firstChanges.since(since, space.passages.length),
    quote: span => ({ ...span, text: wordsOf(span, space.turns[space.places.get(span.turnId) ?? -1]) }),
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
    steps,
    inCommon({ turns, withheld }) {
      const byTurn = Map.groupBy(withheld, ({ turnId }) => turnId)
      const differs = ({ turn }: LoggedTurn, place: number): boolean => {
        const before = space.turns[place]
        return before === undefined || !isSameTurn(before, withoutWithheld(turn, byTurn.get(turn.id) ?? []))
      }
      const first = turns.findIndex(differs)
      return first === -1 ? turns.length : first
    },
    keep() {
      const { turns, passages, lexical, vectors, similar, firsts } = space
      const { sessions, ...words } = lexical.keep()
      return {
        turns: turns.length,
        passages: keepPassages(passages, firsts),
        places: { sessions, characters: Uint32Array.from(passages, ({ text }) => text.length) },
        lexical: words,
        vectors: vectors.keep(),
        similar: similar.keep(),
      }
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
  /** By embedder. */
  readonly embedded: Map<string, RecordVectors>
  readonly speakers: Set<string>
  /** The index of each turn, by its id. */
  readonly places: Map<string, number>
  /** By turn: the index of its first passage. */
  readonly firsts: number[]
  readonly memories: Map<string, readonly Memory[]>
  readonly counted: { turns: number; tokens: number }
  /** Number of the session that the last turn belongs to. */
  session: number
  bytes: number
}

/** With what is known of its first turns, which are still to be added. */
function emptySpace(table: PieceVectors, kept: KeptPartition | null): SpaceData {
  const lexical = createLexicalIndex(kept === null ? null : { ...kept.lexical, ...kept.places })
  return {
    turns: [],
    lineTokens: [],
    passages: [],
    lexical,
    vectors: createPassageVectors(table, kept === null ? null : { ...kept.vectors, ...kept.places }),
    similar: createSimilarWords(table, lexical, kept?.similar),
    embedded: new Map(),
    speakers: new Set(),
    places: new Map(),
    firsts: [],
    memories: new Map(),
    counted: { turns: 0, tokens: 0 },
    session: 0,
    bytes: 0,
  }
}

/** An attachment's caption belongs to the turn's first passage. */
function textOfPassage({ text, attachments }: Turn, { start, end, first }: Stretch & { readonly first: boolean }): string {
  const own = text.slice(start, end)
  // The turn's own text where it is all of it: a copy of each would take as much memory again.
  if (!first || attachments.length === 0) return own.trim()
  return [own, ...attachments.flatMap(({ caption }) => caption ?? [])].join(' ').trim()
}

function wordsOf(span: Span, turn: Turn | undefined): string {
  return turn === undefined ? '' : textOf(turn, span).slice(span.start, span.end)
}

/** Written out, as a space may have a hundred thousand. */
function isSameTurn(left: Turn, right: Turn): boolean {
  if (left.id !== right.id || left.text !== right.text || left.speaker !== right.speaker) return false
  if (left.session !== right.session || left.at !== right.at) return false
  return left.attachments.length + right.attachments.length === 0 || isDeepStrictEqual(left.attachments, right.attachments)
}

/** Withheld words become blanks: the offsets of the rest stay. */
function withoutWithheld(turn: Turn, withheld: readonly Span[]): Turn {
  if (withheld.length === 0) return turn
  let { text } = turn
  for (const { attachment, start, end } of withheld) {
    if (attachment === null) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
  }
  const attachments = turn.attachments.map((attachment, index) =>
    withheld.some(span => span.attachment === index) ? { ...attachment, caption: null } : attachment,
  )
  return { ...turn, text, attachments }
}
