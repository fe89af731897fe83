import { setImmediate } from 'node:timers/promises'
import type { Evidence, Scope, Verdict } from '../../domain.ts'
import { scopeText } from '../../lib/scope-text.ts'
import type { OpenEngram, Space } from '../../open.ts'
import type { Pace } from './pace.ts'
import type { Citations } from './proxy-options.ts'
import { type Item, sayingOf } from './read-dialogue.ts'
import type { Reply } from './reply-reader.ts'
import { newTurns, turnsOf } from './turns-of.ts'

export interface Told {
  readonly items: readonly Item[]
  readonly session: string | null
  /** ISO 8601. */
  readonly at: string
  readonly reply: Reply
  /** The cards in the request; null where there were none. */
  readonly evidence: Evidence | null
}

export interface Recorded {
  /** Turns that are new. */
  readonly stored: number
  readonly citations: Citations | null
}

/** Records what was said when it is over, one exchange after the other in each space. */
export interface Recorder {
  record(scope: Scope, told: Told): Promise<Recorded>
  /** When all that was told of this space so far is recorded, or has failed. */
  settled(scope: Scope): Promise<void>
}

export function createRecorder({ engram, pace }: { readonly engram: OpenEngram; readonly pace: Pace }): Recorder {
  /** The last recording of each space that has one. */
  const last = new Map<string, Promise<unknown>>()

  return {
    record(scope, told) {
      const key = scopeText(scope)
      // The end of the reply goes out first: writing to a store may hold up everything else.
      const recording = Promise.all([last.get(key), setImmediate()])
        .then(pace)
        .then(() => tell(engram.space(scope), told))
      const over = recording.then(ignore, ignore).then(() => {
        if (last.get(key) === over) last.delete(key)
      })
      last.set(key, over)
      return recording
    },
    async settled(scope) {
      await last.get(scopeText(scope))
    },
  }
}

async function tell(space: Space, { items, session, at, reply, evidence }: Told): Promise<Recorded> {
  const said = turnsOf(items, session, reply)
  const turns = newTurns(items, said, { session, at, held: await space.held(said.map(({ id }) => id)) })
  const stored = turns.length === 0 ? 0 : (await space.remember(turns)).added
  return { stored, citations: evidence === null ? null : await checkCitations(space, reply, evidence) }
}

/** null where the reply cites nothing. */
async function checkCitations(space: Space, { content }: Reply, evidence: Evidence): Promise<Citations | null> {
  if (content === null) return null
  const { sentences } = await space.verify(sayingOf('assistant', 'assistant', content).text, evidence)
  const count = (verdict: Verdict): number => sentences.filter(sentence => sentence.verdict === verdict).length
  const citations = { supported: count('supported'), partly: count('partly'), unsupported: count('unsupported') }
  return citations.supported + citations.partly + citations.unsupported === 0 ? null : citations
}

const ignore = (): void => {}
