import type { Scope } from '../../domain.ts'
import type { OpenEngram } from '../../open.ts'
import type { UpstreamOptions } from './upstream.ts'

/**
 * inject: cards for the last message of the user are put before it, what was said is recorded, and turns that memory holds may be trimmed.
 * full: the same, and nothing is ever trimmed. ingest-only: forwarded as it is, and recorded. off: forwarded as it is, nothing recorded.
 */
export const proxyModes = ['inject', 'full', 'ingest-only', 'off'] as const
export type ProxyMode = (typeof proxyModes)[number]

export interface ProxyOptions {
  readonly engram: OpenEngram
  /** The only servers that anything is forwarded to; the first unless x-engram-upstream names another. */
  readonly upstreams: readonly UpstreamOptions[]
  /** Where the request's headers say nothing else: 'inject'. */
  readonly mode?: ProxyMode | undefined
  /** Whose memory it is where a request names no user. Such requests go without memory where it is not given. */
  readonly space?: string | undefined
  /** Tokens that cards may take: as many as the question needs, at most so many (600). */
  readonly tokens?: number | undefined
  /** The model is asked to cite cards, as [E1]; what it cites is checked by rules, and `onExchange` told. */
  readonly cite?: boolean | undefined
  /** In mode inject, turns before the last so many questions of the user are left out where memory holds them. All stay where not given. */
  readonly keepQuestions?: number | undefined
  /** A request whose memory fails is refused instead of forwarded without memory. */
  readonly strict?: boolean | undefined
  readonly limits?: ProxyLimits | undefined
  /** Epoch milliseconds: when a turn was said. */
  readonly now?: (() => number) | undefined
  /** Called once for each request that was forwarded, when its reply is over and what is to be recorded is. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined
}

export interface ProxyLimits {
  /** Of a request; 32 MiB. */
  readonly bodyBytes?: number | undefined
  /** How long the upstream may send nothing at all, before its reply or within it; 290 s. */
  readonly silenceMs?: number | undefined
  /** How long memory may take to find cards; 2 s. */
  readonly memoryMs?: number | undefined
}

/** What became of a request. */
export interface Exchange {
  readonly requestId: string
  readonly path: string
  readonly mode: ProxyMode
  /** null where it had no memory. */
  readonly scope: Scope | null
  /** Of the upstream; null where it gave none. */
  readonly status: number | null
  /** The reply came to its end; not if the client left, or the stream broke. */
  readonly complete: boolean
  readonly cards: number
  /** null where nothing was searched. */
  readonly searchMs: number | null
  /** Tokens of the turns left out less those of the cards; null where the request was not changed. */
  readonly inputSaved: number | null
  /** Turns that are new in memory. */
  readonly stored: number
  /** null where the reply cites nothing. */
  readonly citations: Citations | null
  /** What kept memory from its part, in one line. */
  readonly error: string | null
}

/** Sentences that cite cards, by whether the cards' words support them; a label that is no card supports nothing. */
export interface Citations {
  readonly supported: number
  readonly partly: number
  readonly unsupported: number
}
