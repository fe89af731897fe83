import { EngramError } from '../errors.ts'
import type { DumpEntry } from '../seams.ts'

/** Throws bad_vector unless all are finite, not all zero, and of one length: that of the vectors already stored, where there are any. */
export function checkVectors(embedder: string, vectors: Iterable<readonly [string, Float32Array]>, stored: number | null): void {
  let dimensions = stored
  for (const [id, vector] of vectors) {
    dimensions ??= vector.length
    if (vector.length !== dimensions) refuse(embedder, id, `has ${vector.length} numbers where ${dimensions} were expected`)
    if (!vector.every(Number.isFinite)) refuse(embedder, id, 'holds a number that is not finite')
    if (!vector.some(value => value !== 0)) refuse(embedder, id, 'is all zeros')
  }
}

function refuse(embedder: string, id: string, fault: string): never {
  throw new EngramError('bad_vector', `The vector that ${embedder} made for memory ${id} ${fault}. Nothing was stored. Check the embedder.`)
}

/** The vectors of a dump as `checkVectors` takes them. */
export function vectorsByEmbedder(entries: readonly DumpEntry[]): ReadonlyMap<string, readonly (readonly [string, Float32Array])[]> {
  const byEmbedder = new Map<string, (readonly [string, Float32Array])[]>()
  for (const entry of entries) {
    if (entry.type !== 'vector') continue
    const vectors = byEmbedder.get(entry.embedder) ?? []
    vectors.push([entry.memoryId, entry.vector])
    byEmbedder.set(entry.embedder, vectors)
  }
  return byEmbedder
}
