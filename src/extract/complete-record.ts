import type { Anchor, Memory, MemoryBody, Span, Turn } from '../domain.ts'
import { memoryId } from '../lib/memory-id.ts'

/** What is particular to a record of a turn. */
export interface Draft {
  readonly body: MemoryBody
  readonly anchor: Anchor | null
  readonly sources: readonly Span[]
}

/** The rest of it follows from its turn. */
export function completeRecord(turn: Turn, { body, anchor, sources }: Draft, writtenBy: string): Memory {
  // A deadline holds from when it was said; anything else from when it was.
  const from = anchor === null || anchor.relation === 'until' ? turn.at : anchor.start
  return {
    id: memoryId({ writtenBy, turnId: turn.id, body, sources }),
    body,
    speaker: turn.speaker,
    anchor,
    at: turn.at,
    valid: { from, to: null },
    turnId: turn.id,
    sources,
    writtenBy,
  }
}
