import { hash } from 'node:crypto'
import type { TurnInput } from '../lib/turn-input.ts'

/**
 * Turns under the name of the call that adds them: those without an id get one of the key and their place, so that the same call again adds
 * nothing, other words under the same key are refused as a conflict, and equal words under two keys are two turns.
 */
export function keyTurns(turns: readonly TurnInput[], key: string): readonly TurnInput[] {
  return turns.map((turn, index) => ({ ...turn, id: turn.id ?? `k${hash('sha256', JSON.stringify([key, index])).slice(0, 20)}` }))
}
