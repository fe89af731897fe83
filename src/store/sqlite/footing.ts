import type { Memory } from '../../domain.ts'
import { overlapping } from '../overlapping.ts'
import type { Footing } from './memories.ts'
import type { SpaceRow } from './spaces.ts'
import type { Tables } from './tables.ts'

/** What memories rest on, looked up once in a transaction. */
export interface Footings {
  /** null for a turn that is gone. */
  sequenceOf(turnId: string): number | null
  /** null for a memory that may not be stored: one of its turns is gone, or some of its words are withheld. */
  of(memory: Memory): Footing | null
}

export function createFootings({ turns, withheld }: Pick<Tables, 'turns' | 'withheld'>, space: SpaceRow): Footings {
  const sequences = new Map<string, number | null>()
  const withheldSpans = withheld.all(space)

  function sequenceOf(turnId: string): number | null {
    const known = sequences.get(turnId)
    if (known !== undefined) return known
    const sequence = turns.sequenceOf(space, turnId)
    sequences.set(turnId, sequence)
    return sequence
  }

  return {
    sequenceOf,
    of({ turnId, sources }) {
      const own = sequenceOf(turnId)
      if (own === null || overlapping(sources, withheldSpans)) return null
      const others: number[] = []
      for (const source of sources) {
        if (source.turnId === turnId) continue
        const sequence = sequenceOf(source.turnId)
        if (sequence === null) return null
        others.push(sequence)
      }
      return { own, others }
    },
  }
}
