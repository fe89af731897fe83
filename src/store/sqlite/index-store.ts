import type { IndexStore } from '../../seams.ts'
import type { Tables } from './tables.ts'

export function createIndexStore({ connection, spaces, indexes }: Tables): IndexStore {
  return {
    async putIndex(scope, index) {
      const stored = await connection.tryWrite(() => {
        const space = spaces.find(scope)
        if (space === null || index.revision < space.resetRevision || index.revision > space.revision) return false
        indexes.put(space, index)
        return true
      })
      return stored === true
    },

    index: (scope, format) =>
      connection.read(() => {
        const space = spaces.find(scope)
        return space === null ? null : indexes.get(space, format)
      }),

    indexed: scope =>
      connection.read(() => {
        const space = spaces.find(scope)
        return space === null ? 0 : indexes.turns(space)
      }),
  }
}
