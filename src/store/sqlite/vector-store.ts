import type { VectorStore } from '../../seams.ts'
import { checkVectors } from '../check-vectors.ts'
import type { Tables } from './tables.ts'

export function createVectorStore({ connection, spaces, vectors }: Tables): VectorStore {
  return {
    async putVectors(scope, embedder, given) {
      await connection.write(() => {
        const space = spaces.find(scope)
        checkVectors(embedder, given, space === null ? null : vectors.dimensions(space, embedder))
        if (space === null) return
        const put = [...given].filter(([memoryId, vector]) => vectors.put(space, { embedder, memoryId, vector }, { replace: true }))
        if (put.length === 0) return
        space.revision++
        spaces.save(space)
      })
    },

    vectors: (scope, embedder, memoryIds) =>
      connection.read(() => {
        const space = spaces.find(scope)
        const all = space === null ? [] : (memoryIds?.flatMap(id => vectors.of(space, id)) ?? vectors.all(space))
        const others = new Set(all.map(stored => stored.embedder))
        others.delete(embedder)
        const ours = all.filter(stored => stored.embedder === embedder)
        return { vectors: new Map(ours.map(({ memoryId, vector }) => [memoryId, vector])), others: [...others].sort() }
      }),
  }
}
