import type { z } from 'zod'
import type { TurnInput } from '../lib/turn-input.ts'
import { type DialogueItem, turnItem } from './dialogue-format.ts'
import { describeMismatch } from './mismatch.ts'

export interface SessionContent {
  readonly id: string
  /** When it was held; null where no date could be read. */
  readonly at: string | null
  readonly turns: readonly unknown[]
}

export interface TurnShape<Turn> {
  readonly schema: z.ZodType<Turn>
  readonly turnOf: (turn: Turn, index: number) => Omit<TurnInput, 'at' | 'session'>
}

/** The turns of a session that has one date for all of them; a turn that does not fit its schema is a failure. `place` is for messages. */
export function* sessionItems<Turn>(
  { id, at, turns }: SessionContent,
  { space, place }: { readonly space: string; readonly place: string },
  { schema, turnOf }: TurnShape<Turn>,
): Generator<DialogueItem> {
  if (at === null) yield { type: 'note', note: `${place}, ${id}: no date could be read, its turns are undated.` }
  for (const [index, value] of turns.entries()) {
    const parsed = schema.safeParse(value)
    if (parsed.success) yield turnItem(space, { ...turnOf(parsed.data, index), at, session: id }, null)
    else yield { type: 'failure', line: null, reason: describeMismatch(parsed.error, `${place}, ${id}[${index}]`) }
  }
}
