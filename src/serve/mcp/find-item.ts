import type { Memory, Turn } from '../../domain.ts'
import type { Space } from '../../open.ts'

/** A record with its turn, or a turn with the records drawn from it. */
export type Found =
  | { readonly type: 'memory'; readonly memory: Memory; readonly turn: Turn | null }
  | { readonly type: 'turn'; readonly turn: Turn; readonly memories: readonly Memory[] }

/** What has exactly that id in the space; null where nothing has. */
export async function findItem(space: Space, id: string): Promise<Found | null> {
  const memories = await space.memories()
  const turns = await space.turns()
  const memory = memories.find(candidate => candidate.id === id)
  if (memory !== undefined) return { type: 'memory', memory, turn: turns.find(turn => turn.id === memory.turnId) ?? null }
  const turn = turns.find(candidate => candidate.id === id)
  if (turn === undefined) return null
  return { type: 'turn', turn, memories: memories.filter(({ turnId }) => turnId === id) }
}
