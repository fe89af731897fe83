import type { Memory, Turn } from '../../domain.ts'
import type { Space } from '../../open.ts'

/** A record with its turn, or a turn with the records drawn from it. */
export type Found =
  | { readonly type: 'memory'; readonly memory: Memory; readonly turn: Turn | null }
  | { readonly type: 'turn'; readonly turn: Turn; readonly memories: readonly Memory[] }

/** What has exactly that id in the space; null where nothing has. */
export async function findItem(space: Space, id: string): Promise<Found | null> {
  const memory = await space.memory(id)
  if (memory !== null) return { type: 'memory', memory, turn: (await space.turn(memory.turnId))?.turn ?? null }
  const found = await space.turn(id)
  return found === null ? null : { type: 'turn', ...found }
}
