import { createDotKernel } from '../lib/dot-kernel.ts'
import { quantiseVector } from '../lib/quantise-vector.ts'
import { fullWeightLength } from './lexical-index.ts'

/** What we need of a table of word-piece vectors. */
export interface PieceVectors {
  readonly dimensions: number
  readonly vocabularySize: number
  tokenIds(text: string): Uint16Array
  /** Unit length; zeros where nothing has weight. */
  pool(tokens: ArrayLike<number>, weights: ArrayLike<number>, into?: Float32Array): Float32Array
  row(token: number): { readonly values: Int8Array; readonly scale: number }
}

/** Weight of a neighbour one or two passages away in the same session. */
const neighbourWeights = [0.5, 0.25] as const
/** Rarities are counted anew each time the space has grown by this factor: a question pays for all vectors then, and else for the new ones alone. */
const growth = 1.1

/**
 * Meaning by a static table: a passage's vector is the sum of its pieces' vectors, each as heavy as it is rare in this space, with its
 * neighbours at half and quarter weight. Kept as bytes, brought up to date when asked. Everything depends on the passages and their order
 * alone, not on when they were added: rarities come from the first passages up to a size that the present size determines.
 */
export interface PassageVectors {
  add(text: string, session: number): void
  /** Cosines by passage, -1 to 1; null where the question has no piece with a vector. */
  search(question: string): Float64Array | null
  /** The cosine of two texts under the rarities of this space; 0 where one has no piece with a vector. */
  similarity(left: string, right: string): number
}

export function createPassageVectors(table: PieceVectors): PassageVectors {
  const { dimensions } = table
  const kernel = createDotKernel({ dimensions })
  const bags: Uint16Array[] = []
  const sessions: number[] = []
  const shares: number[] = []
  let packed = new Int8Array(0)
  let scales = new Float32Array(0)
  let rarities: Float64Array = new Float64Array(0)
  let counted = 0
  let ready = 0

  function add(text: string, session: number): void {
    bags.push(table.tokenIds(text))
    sessions.push(session)
    shares.push(Math.min(1, fullWeightLength / Math.max(1, text.length)))
  }

  function update(): void {
    if (ready === bags.length) return
    const sample = sampleSize(bags.length)
    if (sample !== counted) {
      rarities = countRarities(bags.slice(0, sample), table.vocabularySize)
      counted = sample
      ready = 0
    }
    if (packed.length < bags.length * dimensions) {
      const room = Math.ceil(bags.length * growth)
      packed = grown(packed, new Int8Array(room * dimensions))
      scales = grown(scales, new Float32Array(room))
    }
    // The last two passages have new neighbours.
    const from = Math.max(0, ready - neighbourWeights.length)
    const first = Math.max(0, from - neighbourWeights.length)
    const sums = Array.from({ length: bags.length - first }, (_, index) => sumOf(bags[first + index] ?? new Uint16Array()))
    const windowed = new Float32Array(dimensions)
    for (let passage = from; passage < bags.length; passage++) {
      windowed.set(sums[passage - first] ?? [])
      for (const [step, weight] of neighbourWeights.entries()) {
        for (const near of [passage - step - 1, passage + step + 1]) {
          if (sessions[near] !== sessions[passage] || near >= bags.length) continue
          addScaled(sums[near - first], weight * (shares[near] ?? 0), windowed)
        }
      }
      normalise(windowed)
      scales[passage] = quantiseVector(windowed, packed.subarray(passage * dimensions, (passage + 1) * dimensions)).scale
    }
    ready = bags.length
  }

  /** The weighted sum of a passage's pieces, not normalised: a long passage outweighs a short neighbour. */
  function sumOf(tokens: Uint16Array): Float32Array {
    const sum = new Float32Array(dimensions)
    for (const token of tokens) {
      const { values, scale } = table.row(token)
      const factor = scale * (rarities[token] ?? 0)
      for (let place = 0; place < dimensions; place++) sum[place] = (sum[place] ?? 0) + factor * (values[place] ?? 0)
    }
    return sum
  }

  function vectorOf(text: string): Float32Array {
    const tokens = table.tokenIds(text)
    return table.pool(
      tokens,
      Float64Array.from(tokens, token => rarities[token] ?? 0),
    )
  }

  function similarity(left: string, right: string): number {
    update()
    const other = vectorOf(right)
    return vectorOf(left).reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0)
  }

  function search(question: string): Float64Array | null {
    update()
    const asked = quantiseVector(vectorOf(question))
    if (asked.scale === 0) return null
    const dots = new Int32Array(bags.length)
    kernel.scores(asked.values, packed, dots, bags.length)
    const cosines = new Float64Array(dots.length)
    for (let passage = 0; passage < cosines.length; passage++)
      cosines[passage] = (dots[passage] ?? 0) * asked.scale * (scales[passage] ?? 0)
    return cosines
  }

  return { add, search, similarity }
}

/** The largest size not above `size` of those that grow by a tenth. */
function sampleSize(size: number): number {
  let sample = 1
  for (let next = 1; next <= size; next = Math.max(next + 1, Math.floor(next * growth))) sample = next
  return sample
}

/** ln(1 + (N - df + 0.5) / (df + 0.5)) by piece. */
function countRarities(bags: readonly Uint16Array[], vocabularySize: number): Float64Array {
  const holding = new Uint32Array(vocabularySize)
  const seen = new Int32Array(vocabularySize).fill(-1)
  for (const [passage, tokens] of bags.entries()) {
    for (const token of tokens) {
      if (seen[token] === passage) continue
      seen[token] = passage
      holding[token] = (holding[token] ?? 0) + 1
    }
  }
  return Float64Array.from(holding, count => Math.log(1 + (bags.length - count + 0.5) / (count + 0.5)))
}

function addScaled(vector: Float32Array | undefined, factor: number, into: Float32Array): void {
  if (vector === undefined) return
  for (let place = 0; place < into.length; place++) into[place] = (into[place] ?? 0) + factor * (vector[place] ?? 0)
}

function normalise(vector: Float32Array): void {
  let squares = 0
  for (const value of vector) squares += value * value
  if (squares === 0) return
  const factor = 1 / Math.sqrt(squares)
  for (let place = 0; place < vector.length; place++) vector[place] = (vector[place] ?? 0) * factor
}

function grown<Numbers extends Int8Array | Float32Array>(old: Numbers, larger: Numbers): Numbers {
  larger.set(old)
  return larger
}
