import type { Embedder } from '../seams.ts'

const wordPattern = /[\p{L}\p{N}]+/gu

/**
 * Feature hashing of lower-cased words into a unit vector: no weights, no network, the same everywhere. It finds shared words and nothing
 * more; it is here so that dense retrieval runs, and can be tested, where no embedding model is configured. A blank text gets a zero vector.
 */
export function createHashEmbedder({ dimensions = 256 }: { readonly dimensions?: number } = {}): Embedder {
  return {
    id: `hash-words/1/${dimensions}`,
    dimensions,
    embed: async texts => texts.map(text => hashWords(text, dimensions)),
  }
}

/** A text without words is hashed by its characters; only one of blanks has a zero vector. */
export function hashWords(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  const lower = text.toLowerCase()
  for (const [word] of lower.matchAll(/[\p{L}\p{N}]/u.test(text) ? wordPattern : /\S/gu)) {
    const hash = fnv1a(word)
    const index = (hash >>> 1) % dimensions
    vector[index] = (vector[index] ?? 0) + (hash & 1 ? 1 : -1)
  }
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map(value => value / length)
}

function fnv1a(word: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193)
  // The low bits of FNV-1a are weak: mix them once more.
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  return (hash ^ (hash >>> 15)) >>> 0
}
