import type { Memory, Scope } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { memoryText } from '../lib/memory-text.ts'
import type { Embedder, VectorStore } from '../seams.ts'
import type { Partition } from './partition.ts'
import type { RecordVectors } from './record-vectors.ts'

/** Texts sent to an embedder at once. */
const batchSize = 64

/**
 * The vectors of all memories of a space, embedding and storing those that have none yet. The partition keeps them: the store is asked for those of new
 * memories alone.
 */
export async function loadVectors(scope: Scope, source: VectorSource): Promise<RecordVectors> {
  const { partition, make, store, embedder, migrate, signal } = source
  const vectors = partition.vectorsBy(embedder.id, make)
  const { revision } = partition
  if (vectors.completeAt === revision) return vectors
  const unknown = [...partition.memories()].filter(({ id }) => !vectors.has(id))
  if (unknown.length > 0) {
    const ids = vectors.size === 0 ? undefined : unknown.map(({ id }) => id)
    const stored = await store.vectors(scope, embedder.id, ids)
    vectors.add(stored.vectors)
    const missing = unknown.filter(({ id }) => !vectors.has(id))
    if (missing.length > 0) {
      if (vectors.size === 0 && stored.others.length > 0 && !migrate) throw mismatch(scope, embedder, stored.others)
      await embedAll(scope, missing, { vectors, store, embedder, signal })
    }
  }
  vectors.completeAt = revision
  return vectors
}

function mismatch({ space }: Scope, { id }: Embedder, others: readonly string[]): EngramError {
  return new EngramError(
    'embedder_mismatch',
    `The vectors of space "${space}" were made by ${others.join(', ')}, and ${id} is configured. ` +
      'Run `engram-r reindex` to embed it again, or configure the one that made them.',
  )
}

export interface VectorSource {
  readonly partition: Partition
  /** In which way they are kept in memory. */
  readonly make: () => RecordVectors
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
  { vectors: known, store, embedder, signal }: Pick<VectorSource, 'store' | 'embedder' | 'signal'> & { readonly vectors: RecordVectors },
): Promise<void> {
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
    }
    await store.putVectors(scope, embedder.id, entries)
    known.add(entries)
  }
}
