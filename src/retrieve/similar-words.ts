import { stem } from '../lib/terms.ts'
import type { LexicalIndex } from './lexical-index.ts'
import { createPackedVectors } from './packed-vectors.ts'
import type { PieceVectors } from './passage-vectors.ts'

const mostWords = 15
const leastCosine = 0.55
/** A word in more passages than this share of them says too little to stand for another. */
const mostPassages = 0.03

/** Finds, among the words of a space, those nearest in meaning to a word of the question. */
export interface SimilarWords {
  /** Cosines by term, nearest first; without the word itself. */
  near(word: string): ReadonlyMap<string, number>
}

export function createSimilarWords(table: PieceVectors, lexical: LexicalIndex): SimilarWords {
  const packed = createPackedVectors(table.dimensions)
  const names: string[] = []
  // Questions use the same words again and again, and the answer changes only as the space grows.
  const known = new Map<string, ReadonlyMap<string, number>>()
  let knownFor = 0

  function vectorOf(word: string): Float32Array {
    const tokens = table.tokenIds(word)
    return table.pool(tokens, new Float64Array(tokens.length).fill(1))
  }

  function update(): void {
    const fresh = lexical.vocabulary(names.length)
    if (fresh.length === 0) return
    packed.reserve(names.length + fresh.length)
    for (const { term, word } of fresh) {
      packed.set(names.length, vectorOf(word))
      names.push(term)
    }
  }

  function near(word: string): ReadonlyMap<string, number> {
    if (knownFor !== lexical.size) {
      known.clear()
      knownFor = lexical.size
    }
    const before = known.get(word)
    if (before !== undefined) return before
    const found = find(word)
    known.set(word, found)
    return found
  }

  function find(word: string): ReadonlyMap<string, number> {
    update()
    const cosines = packed.cosines(vectorOf(word), names.length)
    if (cosines === null) return new Map()
    const itself = stem(word)
    const most = mostPassages * lexical.size
    const found: { readonly term: string; readonly cosine: number }[] = []
    for (let index = 0; index < cosines.length; index++) {
      const cosine = cosines[index] ?? 0
      const term = names[index] ?? ''
      if (cosine > leastCosine && term !== itself) found.push({ term, cosine })
    }
    found.sort((left, right) => right.cosine - left.cosine || (left.term < right.term ? -1 : 1))
    return new Map(
      found
        .slice(0, mostWords)
        .filter(({ term }) => lexical.frequency(term) <= most)
        .map(({ term, cosine }) => [term, cosine]),
    )
  }

  return { near }
}
