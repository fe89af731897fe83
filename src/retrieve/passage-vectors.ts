import { firstFrom } from '../lib/first-from.ts'
import type { QuantisedVector } from '../lib/quantise-vector.ts'
import type { Bags } from '../lib/row-sums.ts'
import { withRoom } from '../lib/with-room.ts'
import { type KeptPlaces, nearShare, rarityOf } from './lexical-index.ts'
import type { Measured } from './measured.ts'
import { createPackedVectors, type KeptVectors } from './packed-vectors.ts'
import type { ReadText } from './text-reader.ts'

/** What we need of a table of word-piece vectors. */
export interface PieceVectors {
  /** What made them. */
  readonly id: string
  readonly dimensions: number
  readonly vocabularySize: number
  tokenIds(text: string): Uint16Array
  /** Unit length; zeros where nothing has weight. */
  pool(tokens: ArrayLike<number>, weights: ArrayLike<number>, into?: Float32Array): Float32Array
  /** Of each of some bags of tokens the sum of weights[token] x vector of the token, one after the other. */
  sums(bags: Bags, range: { readonly from: number; readonly to: number; readonly weights: Float64Array }): Float32Array
  /** The unit vector of one token as `quantiseVector` gives it; null for the few whose bytes would have to be worked out. */
  quantised(token: number): QuantisedVector | null
}

/** Weight of a neighbour one or two passages away in the same session. */
const neighbourWeights = [0.5, 0.25] as const
const reach = neighbourWeights.length
/** Passages at once: their sums take a megabyte. */
const atOnce = 2048
/** Rarities are counted anew each time the space has grown by this factor: a question pays for all vectors then, and else for the new ones alone. */
const growth = 1.1

/**
 * Meaning by a static table: a passage's vector is the sum of its pieces' vectors, each as heavy as it is rare in this space, with its
 * neighbours at half and quarter weight. Kept as bytes, brought up to date when asked. Everything depends on the passages and their order
 * alone, not on when they were added: rarities come from the first passages up to a size that the present size determines.
 */
export interface PassageVectors {
  add(text: ReadText, session: number): void
  /** Brings it up to date in steps of some milliseconds. More may be added in between. */
  steps(): Iterable<void>
  /** Cosines by passage, -1 to 1, which stand until the next search; null for a vector of zeros. */
  search(question: Float32Array): Measured | null
  /** Of a text under the rarities of this space, as it is now: of unit length; zeros where it has no piece with a vector. */
  vectorOf(text: string): Float32Array
  /** Brought up to date before. */
  keep(): KeptPassageVectors
}

/** To begin with again. Vectors of the first passages; the others are made when they are asked for. */
export interface KeptPassageVectors extends KeptVectors {
  /** Of all passages, one after the other. */
  readonly pieces: Uint16Array
  /** By passage, where its pieces end. */
  readonly ends: Uint32Array
}

export function createPassageVectors(table: PieceVectors, kept: (KeptPassageVectors & KeptPlaces) | null = null): PassageVectors {
  const { dimensions } = table
  const packed = createPackedVectors(dimensions)
  // The pieces of all passages, one after the other.
  let pieceRoom = new Uint16Array(0)
  let pieceCount = 0
  const starts = [0]
  const sessions: number[] = []
  const shares: number[] = []
  let rarities: Rarities = { pieces: new Int32Array(0), values: new Float64Array(0), other: 0 }
  let counted = 0
  let ready = 0

  if (kept !== null) {
    pieceRoom = kept.pieces.slice()
    pieceCount = kept.pieces.length
    for (let passage = 0; passage < kept.ends.length; passage++) {
      addPassage(kept.sessions[passage] ?? 0, { end: kept.ends[passage] ?? 0, characters: kept.characters[passage] ?? 0 })
    }
    packed.restore(kept)
    ready = kept.scales.length
    countAnew()
  }

  function add({ length, words }: ReadText, session: number): void {
    for (const { pieces } of words) {
      pieceRoom = withRoom(pieceRoom, pieceCount + pieces.length, room => new Uint16Array(room))
      for (let place = 0; place < pieces.length; place++) pieceRoom[pieceCount++] = pieces[place] ?? 0
    }
    addPassage(session, { end: pieceCount, characters: length })
  }

  function addPassage(session: number, { end, characters }: { readonly end: number; readonly characters: number }): void {
    starts.push(end)
    sessions.push(session)
    shares.push(nearShare(characters))
  }

  /** Whether rarities are others now. */
  function countAnew(): boolean {
    const sample = sampleSize(sessions.length)
    if (sample === counted) return false
    rarities = countRarities({ rows: pieceRoom, starts }, { sample, vocabularySize: table.vocabularySize })
    counted = sample
    return true
  }

  function* steps(): Iterable<void> {
    while (ready < sessions.length) {
      if (countAnew()) ready = 0
      packed.reserve(sessions.length)
      // The last two passages have new neighbours.
      const from = Math.max(0, ready - reach)
      const to = Math.min(from + atOnce, sessions.length)
      update(from, to)
      ready = to
      yield
    }
  }

  function update(from: number, to: number): void {
    const size = sessions.length
    const first = Math.max(0, from - reach)
    // Of their pieces, weighted, not normalised, as a long passage outweighs a short neighbour.
    const weights = weightsBy(rarities, table.vocabularySize)
    const sums = table.sums({ rows: pieceRoom, starts }, { from: first, to: Math.min(to + reach, size), weights })
    const sumOf = (passage: number): Float32Array => sums.subarray((passage - first) * dimensions, (passage - first + 1) * dimensions)
    const windowed = new Float32Array(dimensions)
    for (let passage = from; passage < to; passage++) {
      windowed.set(sumOf(passage))
      for (let away = 1; away <= reach; away++) {
        for (let near = passage - away; near <= passage + away; near += 2 * away) {
          if (sessions[near] !== sessions[passage] || near >= size) continue
          const factor = (neighbourWeights[away - 1] ?? 0) * (shares[near] ?? 0)
          addScaled(windowed, sumOf(near), factor)
        }
      }
      normalise(windowed)
      packed.set(passage, windowed)
    }
  }

  function bringUpToDate(): void {
    if (ready < sessions.length) for (const _ of steps());
  }

  function vectorOf(text: string): Float32Array {
    bringUpToDate()
    const tokens = table.tokenIds(text)
    const weights = new Float64Array(tokens.length)
    for (let place = 0; place < tokens.length; place++) weights[place] = rarityIn(rarities, tokens[place] ?? 0)
    return table.pool(tokens, weights)
  }

  function search(question: Float32Array): Measured | null {
    bringUpToDate()
    return packed.cosines(question, sessions.length)
  }

  function keep(): KeptPassageVectors {
    bringUpToDate()
    return { ...packed.keep(ready), pieces: pieceRoom.subarray(0, pieceCount), ends: Uint32Array.from(starts.slice(1)) }
  }

  return { add, steps, search, vectorOf, keep }
}

/** The largest size not above `size` of those that grow by a tenth. */
function sampleSize(size: number): number {
  let sample = 1
  for (let next = 1; next <= size; next = Math.max(next + 1, Math.floor(next * growth))) sample = next
  return sample
}

/** How many of the vectors of so many passages stay as they are where there are only the first `count`. */
export function vectorsInCommon(passages: number, count: number): number {
  return sampleSize(passages) === sampleSize(count) ? Math.max(0, count - reach) : 0
}

/** By piece. A list with a place for each piece of the table would be most of what a small space holds in memory. */
interface Rarities {
  /** Those that stand in the space, rising. */
  readonly pieces: Int32Array
  readonly values: Float64Array
  /** Of all others. */
  readonly other: number
}

// One for all spaces, by piece; zeros between calls.
let holding = new Uint32Array(0)
/** The passage that held it last, counted from 1. */
let heldBy = new Uint32Array(0)

/** In the first `sample` passages. */
function countRarities(
  { rows, starts }: Bags,
  { sample, vocabularySize }: { readonly sample: number; readonly vocabularySize: number },
): Rarities {
  if (holding.length < vocabularySize) {
    holding = new Uint32Array(vocabularySize)
    heldBy = new Uint32Array(vocabularySize)
  }
  const found: number[] = []
  for (let passage = 0; passage < sample; passage++) {
    const end = starts[passage + 1] ?? 0
    for (let place = starts[passage] ?? 0; place < end; place++) {
      const piece = rows[place] ?? 0
      if (heldBy[piece] === passage + 1) continue
      if (heldBy[piece] === 0) found.push(piece)
      heldBy[piece] = passage + 1
      holding[piece] = (holding[piece] ?? 0) + 1
    }
  }
  const pieces = Int32Array.from(found).sort()
  const values = new Float64Array(pieces.length)
  for (let place = 0; place < pieces.length; place++) {
    const piece = pieces[place] ?? 0
    values[place] = rarityOf(holding[piece] ?? 0, sample)
    holding[piece] = 0
    heldBy[piece] = 0
  }
  return { pieces, values, other: rarityOf(0, sample) }
}

function rarityIn({ pieces, values, other }: Rarities, piece: number): number {
  const place = firstFrom(pieces, piece)
  return pieces[place] === piece ? (values[place] ?? 0) : other
}

// One for all spaces, by piece, and whose it is now.
let weights = new Float64Array(0)
let weightsOf: Rarities | null = null

/** As the sums of bags take them. They stand until those of another space are asked for. */
function weightsBy(rarities: Rarities, vocabularySize: number): Float64Array {
  if (weightsOf !== rarities || weights.length !== vocabularySize) {
    if (weights.length !== vocabularySize) weights = new Float64Array(vocabularySize)
    weightsOf = rarities
    const { pieces, values, other } = rarities
    weights.fill(other)
    for (let place = 0; place < pieces.length; place++) weights[pieces[place] ?? 0] = values[place] ?? 0
  }
  return weights
}

/** into += factor x vector. */
function addScaled(into: Float32Array, vector: Float32Array, factor: number): void {
  for (let place = 0; place < into.length; place++) into[place] = (into[place] ?? 0) + factor * (vector[place] ?? 0)
}

function normalise(vector: Float32Array): void {
  let squares = 0
  for (let place = 0; place < vector.length; place++) squares += (vector[place] ?? 0) * (vector[place] ?? 0)
  if (squares === 0) return
  const factor = 1 / Math.sqrt(squares)
  for (let place = 0; place < vector.length; place++) vector[place] = (vector[place] ?? 0) * factor
}
