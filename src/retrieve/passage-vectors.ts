import { dot } from './embedded-cosines.ts'
import { nearShare, rarityOf } from './lexical-index.ts'
import { createPackedVectors } from './packed-vectors.ts'

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
  /** Cosines by passage, -1 to 1, which stand until the next search; null where the question has no piece with a vector. */
  search(question: string): Float64Array | null
  /** The cosine of other texts with this one under the rarities of this space; 0 where one has no piece with a vector. */
  nearness(text: string): (other: string) => number
}

export function createPassageVectors(table: PieceVectors): PassageVectors {
  const { dimensions } = table
  const packed = createPackedVectors(dimensions)
  const bags: Uint16Array[] = []
  const sessions: number[] = []
  const shares: number[] = []
  let rarities: Float64Array = new Float64Array(0)
  let counted = 0
  let ready = 0

  function add(text: string, session: number): void {
    bags.push(table.tokenIds(text))
    sessions.push(session)
    shares.push(nearShare(text))
  }

  function update(): void {
    if (ready === bags.length) return
    const sample = sampleSize(bags.length)
    if (sample !== counted) {
      rarities = countRarities(bags.slice(0, sample), table.vocabularySize)
      counted = sample
      ready = 0
    }
    packed.reserve(bags.length)
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
      packed.set(passage, windowed)
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

  function nearness(text: string): (other: string) => number {
    update()
    const own = vectorOf(text)
    return other => dot(own, vectorOf(other))
  }

  function search(question: string): Float64Array | null {
    update()
    return packed.cosines(vectorOf(question), bags.length)
  }

  return { add, search, nearness }
}

/** The largest size not above `size` of those that grow by a tenth. */
function sampleSize(size: number): number {
  let sample = 1
  for (let next = 1; next <= size; next = Math.max(next + 1, Math.floor(next * growth))) sample = next
  return sample
}

/** By piece. */
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
  return Float64Array.from(holding, count => rarityOf(count, bags.length))
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
