import type { Embedder } from '../seams.ts'

const most = 200

/**
 * Embeds questions, one at a time, and keeps the vectors of the last ones: an agent asks the same one at each of its steps, and a request to a server takes
 * far longer than the recall that it is for. What fails is asked for again.
 */
export function createQuestionEmbedder(embedder: Embedder): (text: string, signal?: AbortSignal) => Promise<Float32Array> {
  // Oldest first.
  const known = new Map<string, Float32Array>()
  return async (text, signal) => {
    signal?.throwIfAborted()
    const vector = known.get(text) ?? (await embedder.embed([text], signal))[0] ?? new Float32Array()
    known.delete(text)
    known.set(text, vector)
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return vector
  }
}
