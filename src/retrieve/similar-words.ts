import { createDotKernel } from '../lib/dot-kernel.ts'
import { quantiseVector } from '../lib/quantise-vector.ts'
import { stem } from '../lib/terms.ts'
import type { LexicalIndex } from './lexical-index.ts'
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
  const { dimensions } = table
  const kernel = createDotKernel({ dimensions })
  const names: string[] = []
  let packed = new Int8Array(0)
  let scales = new Float32Array(0)
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
    const count = names.length + fresh.length
    if (scales.length < count) {
      const room = Math.ceil(count * 1.2)
      const [wider, longer] = [new Int8Array(room * dimensions), new Float32Array(room)]
      wider.set(packed)
      longer.set(scales)
      packed = wider
      scales = longer
    }
    for (const { term, word } of fresh) {
      const at = names.length
      scales[at] = quantiseVector(vectorOf(word), packed.subarray(at * dimensions, (at + 1) * dimensions)).scale
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
    const asked = quantiseVector(vectorOf(word))
    if (asked.scale === 0) return new Map()
    const dots = new Int32Array(names.length)
    kernel.scores(asked.values, packed, dots, names.length)
    const itself = stem(word)
    const most = mostPassages * lexical.size
    const found: { readonly term: string; readonly cosine: number }[] = []
    for (let index = 0; index < dots.length; index++) {
      const cosine = (dots[index] ?? 0) * asked.scale * (scales[index] ?? 0)
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
