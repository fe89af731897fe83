import type { Scope } from '../../domain.ts'
import { withinTime } from '../../lib/requests/within-time.ts'
import type { OpenEngram } from '../../open.ts'
import type { AskedHeaders } from './asked-headers.ts'
import { type Found, findCards } from './find-cards.ts'
import type { Pace } from './pace.ts'
import { badUser, memoryFault, notUnderstood, noUser, type ProxyFault } from './proxy-fault.ts'
import type { ProxyMode } from './proxy-options.ts'
import { type Dialogue, readDialogue } from './read-dialogue.ts'
import type { Recorder } from './recorder.ts'
import { parseJson } from './reply-reader.ts'
import type { Route } from './routes.ts'
import { spaceName } from './space-name.ts'

export interface PrepareOptions {
  readonly tenant: string
  readonly route: Route
  readonly headers: AskedHeaders
  readonly mode: ProxyMode
  /** ISO 8601. */
  readonly at: string
  readonly signal: AbortSignal
}

/** What a request comes to once memory has had its say. */
export interface Prepared {
  /** As it goes on; null: as it came. */
  readonly body: Uint8Array<ArrayBuffer> | null
  /** null where nothing was looked for. */
  readonly found: Found | null
  /** Both null where memory has no part in it. */
  readonly scope: Scope | null
  readonly dialogue: Dialogue | null
  /** Of the turns. */
  readonly session: string | null
  readonly fault: ProxyFault | null
}

export const unprepared: Prepared = { body: null, found: null, scope: null, dialogue: null, session: null, fault: null }

export interface PreparerParts {
  readonly engram: OpenEngram
  readonly recorder: Recorder
  readonly pace: Pace
  /** Where a request names no user. */
  readonly space: string | null
  readonly tokens: number
  readonly cite: boolean
  readonly keepQuestions: number | null
  readonly memoryMs: number
}

export type Preparer = (body: Uint8Array, options: PrepareOptions) => Promise<Prepared>

/** Never fails: a memory that does is a fault, beside which the request goes on as it came. */
export function createPreparer({ engram, recorder, pace, space, tokens, cite, keepQuestions, memoryMs }: PreparerParts): Preparer {
  return async (body, { tenant, route, headers, mode, at, signal }) => {
    if (mode === 'off' || route.dialogue === null) return unprepared
    const json = decoded(body)
    const dialogue = json === null ? null : readDialogue(parseJson(json), route.dialogue.list)
    if (json === null || dialogue === null) return { ...unprepared, fault: notUnderstood }
    const name = nameOf(headers, dialogue, space)
    if (typeof name !== 'string') return { ...unprepared, fault: name }
    const session = headers.session ?? headers.conversation ?? dialogue.conversation
    const known = { ...unprepared, scope: { tenant, space: name }, dialogue, session }
    if (mode === 'ingest-only') return known
    try {
      const found = await withinTime(
        async within => {
          // What the client saw the end of is remembered before what it says next.
          await recorder.settled(known.scope)
          await pace()
          const trims = mode === 'inject' ? keepQuestions : null
          const asked = { session, at, tokens, cite, k: headers.k, keepQuestions: trims, signal: within }
          return await findCards(engram.space(known.scope), json, dialogue, asked)
        },
        { who: 'Memory', timeoutMs: memoryMs, signal },
      )
      return { ...known, body: found.json === json ? null : encoder.encode(found.json), found }
    } catch (error) {
      return { ...known, fault: memoryFault(error) }
    }
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/** null for what is no UTF-8. A byte order mark stays, and is then no JSON. */
function decoded(body: Uint8Array): string | null {
  try {
    return decoder.decode(body)
  } catch {
    return null
  }
}

/** Headers go before the body, the body before the default. A name that is none never falls back to another's memory. */
function nameOf(headers: AskedHeaders, dialogue: Dialogue, space: string | null): string | ProxyFault {
  for (const of of dialogue.misnamed) if (headers[of] === null) return badUser
  const user = headers.user ?? dialogue.user
  const conversation = headers.conversation ?? dialogue.conversation
  if (user !== null) return spaceName({ user, conversation })
  return space ?? noUser
}
