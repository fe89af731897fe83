import type { Embedder } from '../seams.ts'

const most = 200

/**
 * Keeps the vectors of the texts that were embedded alone last, as questions are: an agent asks the same one at each of its steps, and a request to a
 * server takes far longer than the recall that it is for. What fails is asked for again.
 */
export function withLastQuestions(embedder: Embedder): Embedder {
  // Oldest first.
  const known = new Map<string, Float32Array>()
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    async embed(texts, signal) {
      const [text] = texts
      if (text === undefined || texts.length > 1) return await embedder.embed(texts, signal)
      signal?.throwIfAborted()
      const before = known.get(text)
      const vector = before ?? (await embedder.embed(texts, signal))[0]
      if (vector === undefined) return []
      known.delete(text)
      known.set(text, vector)
      const [oldest] = known.keys()
      if (known.size > most && oldest !== undefined) known.delete(oldest)
      return [vector]
    },
  }
}
