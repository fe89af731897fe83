import type { Memory, Turn } from '../../domain.ts'
import { EngramError } from '../../errors.ts'
import type { Space } from '../../open.ts'

/** A record with its turn, or a turn with the records drawn from it. */
export type Found =
  | { readonly type: 'memory'; readonly memory: Memory; readonly turn: Turn | null }
  | { readonly type: 'turn'; readonly turn: Turn; readonly memories: readonly Memory[] }

/** What has exactly that id in the space. Throws `not_found`, also for a space that does not exist. */
export async function findItem(space: Space, id: string): Promise<Found> {
  const memory = await space.memory(id)
  if (memory !== null) return { type: 'memory', memory, turn: (await space.turn(memory.turnId))?.turn ?? null }
  const found = await space.turn(id)
  if (found !== null) return { type: 'turn', ...found }
  throw new EngramError('not_found', 'Nothing in this space has that id. Ids are given by the other tools.', { field: 'id' })
}
