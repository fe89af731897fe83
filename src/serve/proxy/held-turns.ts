import type { Space } from '../../open.ts'
import type { DialogueTurn } from './turns-of.ts'

/** The ids of those turns of a dialogue that memory holds. */
export async function heldTurns(space: Space, turns: readonly DialogueTurn[]): Promise<ReadonlySet<string>> {
  const asked = new Set(turns.map(({ id }) => id))
  const held = new Set<string>()
  for (const { id } of await space.turns()) if (asked.has(id)) held.add(id)
  return held
}
