import { setImmediate } from 'node:timers/promises'
import type { Scope } from '../../domain.ts'
import type { OpenEngram, Space } from '../../open.ts'
import type { Item } from './read-dialogue.ts'
import type { Reply } from './reply-reader.ts'
import { newTurns, turnsOf } from './turns-of.ts'

export interface Told {
  readonly items: readonly Item[]
  readonly session: string | null
  /** ISO 8601. */
  readonly at: string
  readonly reply: Reply
  readonly cited: boolean
}

/** Records what was said when it is over, one exchange after the other in each space. */
export interface Recorder {
  /** How many turns are new. */
  record(scope: Scope, told: Told): Promise<number>
  /** When all that was told of this space so far is recorded, or has failed. */
  settled(scope: Scope): Promise<void>
}

export function createRecorder(engram: OpenEngram): Recorder {
  /** The last recording of each space that has one. */
  const last = new Map<string, Promise<unknown>>()

  return {
    record(scope, told) {
      const key = keyOf(scope)
      // The end of the reply goes out first: writing to a store may hold up everything else.
      const recording = Promise.all([last.get(key), setImmediate()]).then(() => tell(engram.space(scope), told))
      const over = recording.then(ignore, ignore).then(() => {
        if (last.get(key) === over) last.delete(key)
      })
      last.set(key, over)
      return recording
    },
    async settled(scope) {
      await last.get(keyOf(scope))
    },
  }
}

async function tell(space: Space, { items, session, at, reply, cited }: Told): Promise<number> {
  const held = new Set((await space.turns()).map(({ id }) => id))
  const turns = newTurns(items, turnsOf(items, session, reply), { session, at, held, cited })
  return turns.length === 0 ? 0 : (await space.remember(turns)).added
}

const keyOf = ({ tenant, space }: Scope): string => JSON.stringify([tenant, space])
const ignore = (): void => {}
