import type { Memory, Scope } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { memoryText } from '../lib/memory-text.ts'
import type { Embedder, VectorStore } from '../seams.ts'
import type { Partition } from './partition.ts'

/** Texts sent to an embedder at once. */
const batchSize = 64

/**
 * The vectors of all memories of a space, embedding and storing those that have none yet. A vector is made from its memory's body and found by
 * the memory's id, which is a hash of that body: it can't belong to other words.
 */
export async function loadVectors(
  scope: Scope,
  { partition, store, embedder, migrate, signal }: VectorSource,
): Promise<ReadonlyMap<string, Float32Array>> {
  const { vectors, others } = await store.vectors(scope, embedder.id)
  const missing = [...partition.memories()].filter(({ id }) => !vectors.has(id))
  if (missing.length === 0) return vectors
  if (vectors.size === 0 && others.length > 0 && !migrate) {
    throw new EngramError(
      'embedder_mismatch',
      `The vectors of space "${scope.space}" were made by ${others.join(', ')}, and ${embedder.id} is configured. ` +
        'Run `engram-r reindex` to embed it again, or configure the one that made them.',
    )
  }
  return new Map([...vectors, ...(await embedAll(scope, missing, { store, embedder, signal }))])
}

export interface VectorSource {
  readonly partition: Partition
  readonly store: VectorStore
  readonly embedder: Embedder
  /** Embeds also where the vectors of another embedder stand; those stay. */
  readonly migrate: boolean
  readonly signal: AbortSignal | undefined
}

/** Embeds memories and stores each batch as it comes, so that a stop loses no more than one. */
async function embedAll(
  scope: Scope,
  memories: readonly Memory[],
  { store, embedder, signal }: Omit<VectorSource, 'partition' | 'migrate'>,
): Promise<ReadonlyMap<string, Float32Array>> {
  const made = new Map<string, Float32Array>()
  for (let start = 0; start < memories.length; start += batchSize) {
    signal?.throwIfAborted()
    const batch = memories.slice(start, start + batchSize)
    const vectors = await embedder.embed(
      batch.map(({ body }) => memoryText(body)),
      signal,
    )
    const entries = new Map(batch.map(({ id }, index) => [id, vectors[index] ?? new Float32Array()]))
    for (const [id, vector] of entries) {
      if (vector.every(value => value === 0)) {
        throw new EngramError('bad_vector', `${embedder.id} gave a zero vector for memory ${id}: nothing could ever be near it.`)
      }
      made.set(id, vector)
    }
    await store.putVectors(scope, embedder.id, entries)
  }
  return made
}
