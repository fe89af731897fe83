import { stem } from '../lib/terms.ts'
import type { LexicalIndex } from './lexical-index.ts'
import { createNumberBags, type KeptBags, noBags } from './number-bags.ts'
import { createPackedVectors } from './packed-vectors.ts'
import type { PieceVectors } from './passage-vectors.ts'

const mostWords = 15
const leastCosine = 0.55
/** A word in more passages than this share of them says too little to stand for another. */
const mostPassages = 0.03

const mostKnown = 5_000

/** Finds, among the words of a space, those nearest in meaning to a word of the question. */
export interface SimilarWords {
  /** Cosines by term, nearest first; without the word itself. */
  near(word: string): ReadonlyMap<string, number>
  /** The pieces of each word of the space: to cut them takes longest of all that a first question does. */
  keep(): KeptBags
}

export function createSimilarWords(table: PieceVectors, lexical: LexicalIndex, kept: KeptBags = noBags): SimilarWords {
  const pieces = createNumberBags(kept)
  const cut = kept.ends.length
  const packed = createPackedVectors(table.dimensions)
  const names: string[] = []
  // Questions use the same words again and again: as a space grows, only its new words are looked at.
  const known = new Map<string, Neighbours>()

  // Of its own for each would be much of what the first question to a space leaves behind.
  const pooled = new Float32Array(table.dimensions)
  let ones = new Float64Array(0)

  /** It stands until the next. */
  function poolOf(tokens: ArrayLike<number>): Float32Array {
    if (ones.length < tokens.length) ones = new Float64Array(2 * tokens.length).fill(1)
    return table.pool(tokens, ones, pooled)
  }

  function update(): void {
    const fresh = lexical.vocabulary(names.length)
    if (fresh.length === 0) return
    packed.reserve(names.length + fresh.length)
    for (const { term, word } of fresh) {
      const tokens = names.length < cut ? pieces.of(names.length) : table.tokenIds(word)
      if (names.length >= cut) pieces.add(tokens)
      // Most words are one piece of the table, and there as bytes already.
      const quantised = tokens.length === 1 ? table.quantised(tokens[0] ?? 0) : null
      if (quantised === null) packed.set(names.length, poolOf(tokens))
      else packed.setQuantised(names.length, quantised)
      names.push(term)
    }
  }

  function near(word: string): ReadonlyMap<string, number> {
    update()
    let neighbours = known.get(word) ?? { upTo: 0, found: [] }
    if (neighbours.upTo < names.length) {
      if (known.size >= mostKnown) known.clear()
      neighbours = { upTo: names.length, found: nearest(word, neighbours) }
      known.set(word, neighbours)
    }
    const most = mostPassages * lexical.size
    const frequent = new Map<string, number>()
    for (const { term, cosine } of neighbours.found) if (lexical.frequency(term) <= most) frequent.set(term, cosine)
    return frequent
  }

  /** Those found among the first terms, and what the terms after them add. */
  function nearest(word: string, { upTo, found }: Neighbours): readonly Neighbour[] {
    const itself = stem(word)
    const all = [...found]
    for (const { index, cosine } of packed.near(poolOf(table.tokenIds(word)), { from: upTo, to: names.length, least: leastCosine })) {
      const term = names[index] ?? ''
      if (term !== itself) all.push({ term, cosine })
    }
    return all.length === found.length
      ? found
      : all.sort((left, right) => right.cosine - left.cosine || (left.term < right.term ? -1 : 1)).slice(0, mostWords)
  }

  return {
    near,
    keep() {
      update()
      return pieces.keep()
    },
  }
}

interface Neighbour {
  readonly term: string
  readonly cosine: number
}

interface Neighbours {
  /** Of so many terms of the space. */
  readonly upTo: number
  /** Nearest first. */
  readonly found: readonly Neighbour[]
}
