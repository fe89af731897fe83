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

/** Records what was said soon after it is over, one exchange after the other in each space. */
export interface Recorder {
  record(scope: Scope, told: Told): Promise<Recorded>
  /** When all that was told of this space so far is recorded, or has failed. Has it recorded at once. */
  settled(scope: Scope): Promise<void>
}

/** So long the end of a reply has to reach its reader: recording keeps a core busy, and where there are few, it is the one that the reader waits for. */
const quietMs = 10

/** What is being recorded of a space. */
interface Line {
  /** The last of it; whoever comes next waits for it. */
  readonly over: Promise<void>
  /** Begin those that still wait. */
  readonly begins: Set<() => void>
}

export function createRecorder({ engram, pace }: { readonly engram: OpenEngram; readonly pace: Pace }): Recorder {
  const lines = new Map<string, Line>()

  return {
    record(scope, told) {
      const key = scopeText(scope)
      const line = lines.get(key)
      const begins = line?.begins ?? new Set()
      const recording = Promise.all([line?.over, quiet(begins)])
        .then(pace)
        .then(() => tell(engram.space(scope), told))
      const over = recording.then(ignore, ignore).then(() => {
        if (lines.get(key)?.over === over) lines.delete(key)
      })
      lines.set(key, { over, begins })
      return recording
    },
    async settled(scope) {
      const line = lines.get(scopeText(scope))
      for (const begin of line?.begins ?? []) begin()
      await line?.over
    },
  }
}

/** A while, unless someone begins before. */
function quiet(begins: Set<() => void>): Promise<void> {
  return new Promise(resolve => {
    const begin = (): void => {
      clearTimeout(timer)
      begins.delete(begin)
      resolve()
    }
    const timer = setTimeout(begin, quietMs)
    begins.add(begin)
  })
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
