import type { Turn } from '../domain.ts'

export interface TurnBatch {
  readonly space: string
  readonly turns: readonly Turn[]
}

export interface TurnBatcher {
  /** Takes a turn; returns the batches that are now full. */
  add(space: string, turn: Turn): readonly TurnBatch[]
  /** All that is left. */
  flush(): readonly TurnBatch[]
}

/** The most turns of a batch. */
const batchSize = 500
/** What may wait in all, in UTF-16 units of text. */
const longestWait = 8 * 1024 * 1024
/** The most spaces that wait, however few their turns. */
const mostSpaces = 1000

/** Gathers turns by space, keeping the order within each, in bounded memory. */
export function createTurnBatcher(): TurnBatcher {
  const waiting = new Map<string, Turn[]>()
  let length = 0

  const flush = (): readonly TurnBatch[] => {
    const batches = [...waiting].map(([space, turns]) => ({ space, turns }))
    waiting.clear()
    length = 0
    return batches
  }

  return {
    add(space, turn) {
      const turns = waiting.get(space) ?? []
      turns.push(turn)
      waiting.set(space, turns)
      length += turn.text.length
      if (length >= longestWait || waiting.size > mostSpaces) return flush()
      if (turns.length < batchSize) return []
      waiting.delete(space)
      length -= turns.reduce((sum, { text }) => sum + text.length, 0)
      return [{ space, turns }]
    },
    flush,
  }
}
