import { EngramError } from '../errors.ts'
import type { Embedder } from '../seams.ts'

/**
 * Believes nothing that an embedder returns: one vector a text, of the stated length, finite, scaled to unit length. A zero vector passes as
 * it is (a text may hold nothing to embed); the retriever falls back to words for it.
 */
export function withChecks(embedder: Embedder): Embedder {
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    async embed(texts, signal) {
      const vectors = await embedder.embed(texts, signal)
      if (vectors.length !== texts.length) {
        throw new EngramError('bad_vector', `${embedder.id} returned ${vectors.length} vectors for ${texts.length} texts.`)
      }
      return vectors.map((vector, index) => checked(vector, embedder, index))
    },
  }
}

function checked(vector: unknown, { id, dimensions }: Embedder, index: number): Float32Array {
  const place = `${id}, text ${index}`
  if (!(vector instanceof Float32Array)) {
    throw new EngramError('bad_vector', `${place}: expected a Float32Array, got ${vector === null ? 'null' : typeof vector}.`)
  }
  if (vector.length !== dimensions) {
    throw new EngramError('bad_vector', `${place}: expected ${dimensions} dimensions, got ${vector.length}.`)
  }
  const bad = vector.findIndex(value => !Number.isFinite(value))
  if (bad >= 0) throw new EngramError('bad_vector', `${place}: value ${bad} is ${vector[bad]}, not a finite number.`)
  let squares = 0
  for (const value of vector) squares += value * value
  return squares === 0 ? vector : vector.map(value => value / Math.sqrt(squares))
}
