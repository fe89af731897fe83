import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { ServerResponse } from 'node:http'
import { capturesContent } from '../../config.ts'
import { withRequestSpan } from '../../trace/request-span.ts'
import type { Caller } from '../caller.ts'
import type { Problem } from '../problem.ts'
import { admitRequest } from './admit-request.ts'
import { checkOptions } from './check-options.ts'
import { createExchanges, nothingRecorded } from './exchanges.ts'
import { forward } from './forward.ts'
import { createPace } from './pace.ts'
import { createPreparer, type Prepared, unprepared } from './prepare-request.ts'
import { faultBody, faultHeader, faultResponse } from './proxy-fault.ts'
import type { ProxyOptions } from './proxy-options.ts'
import { createRecorder, type Recorded } from './recorder.ts'
import type { Reply } from './reply-reader.ts'
import { readUpstreams } from './upstream.ts'
import { openUpstreamSpan } from './upstream-span.ts'

export type { Exchange, ProxyLimits, ProxyMode, ProxyOptions } from './proxy-options.ts'
export type { UpstreamOptions } from './upstream.ts'

export interface MemoryProxy {
  /**
   * Answers what stands below /v1. The caller is known already: the proxy works in its tenant only. Over `env.outgoing`, as @hono/node-server gives
   * it, replies go out by a shorter way than through the response that is given back.
   */
  fetch(request: Request, caller: Caller, env?: object): Promise<Response>
  /** How its clients are told of what is refused before it is asked: in the shape of the path's API. */
  errorBody(problem: Problem, path: string): object
  /** When every reply that has begun is over and recorded: to be awaited before the store is closed. */
  settled(): Promise<void>
}

/**
 * An OpenAI-compatible server that remembers: requests go on to a model's server with cards put in, and what was said is recorded. Throws
 * `bad_config`.
 */
export function createProxy(options: ProxyOptions): MemoryProxy {
  checkOptions(options)
  const {
    engram,
    mode = 'inject',
    strict = false,
    tokens = 600,
    cite = false,
    keepQuestions = null,
    space = null,
    now = Date.now,
  } = options
  const { bodyBytes = 32 * 2 ** 20, silenceMs = 290_000, memoryMs = 2_000 } = options.limits ?? {}
  const admitting = { upstreams: readUpstreams(options.upstreams), mode, bodyBytes, self: randomUUID() }
  const pace = createPace()
  const recorder = createRecorder({ engram, pace })
  const prepare = createPreparer({ engram, recorder, pace, space, tokens, cite, keepQuestions, memoryMs })
  const exchanges = createExchanges(options.onExchange)
  const content = capturesContent()

  async function answer(request: Request, caller: Caller, { requestId, outgoing }: Place): Promise<Response> {
    const told = { [requestIdHeader]: requestId }
    const admitted = await admitRequest(request, caller, admitting)
    if ('status' in admitted) return faultResponse(admitted, request, told)
    const { route, headers, sent: sentHeaders, mode, upstream, url, body, hops } = admitted
    const at = new Date(now()).toISOString()
    const asked = { tenant: caller.tenant, route, headers, mode, at, signal: request.signal }
    const prepared = body === null ? unprepared : await prepare(body, asked)
    const { found, scope, dialogue, session, fault } = prepared
    if (strict && fault !== null) return faultResponse(fault, request, told)

    const { evidence, searchMs, inputSaved } = found ?? { evidence: null, searchMs: null, inputSaved: null }
    const cards = evidence?.cards.length ?? 0
    const error = fault === null ? null : `${fault.code}: ${fault.detail ?? fault.message}`
    const records = scope !== null && dialogue !== null && caller.right !== 'read'
    const sent = prepared.body ?? body
    const conversation = headers.conversation ?? headers.session
    const span = sent === null ? null : await openUpstreamSpan({ route, url, body: sent, conversation, content })
    // The reply is read by whoever sends it on; what is recorded of it belongs to this request all the same. Not by `AsyncLocalStorage.bind`: what it
    // binds lives until the next full collection of garbage, the cards with it, and each small one then takes milliseconds.
    const here = new AsyncResource('engram-r')
    const record = (reply: Reply): Promise<Recorded> =>
      here.runInAsyncScope(async () =>
        records && reply.complete ? await recorder.record(scope, { items: dialogue.items, session, at, reply, evidence }) : nothingRecorded,
      )
    const onEnd = exchanges.begin({ requestId, path: route.path, mode, scope, cards, searchMs, inputSaved, error }, record)
    const reader = records ? (route.dialogue?.createReply() ?? null) : null
    const own = { ...engramHeaders(prepared), ...told }
    return await forward(request, { upstream, url, headers: sentHeaders, body: sent, hops, silenceMs, reader, span, own, outgoing, onEnd })
  }

  return {
    async fetch(request, caller, env = {}) {
      const outgoing = 'outgoing' in env && env.outgoing instanceof ServerResponse ? env.outgoing : null
      return await withRequestSpan(request, '/v1/*', () => answer(request, caller, { requestId: randomUUID(), outgoing }))
    },
    errorBody: ({ status, code, detail }, path) => faultBody({ status, code, message: detail }, path),
    settled: exchanges.settled,
  }
}

const requestIdHeader = 'x-engram-request-id'

interface Place {
  readonly requestId: string
  readonly outgoing: ServerResponse | null
}

/** What is not known has no header. */
function engramHeaders({ found, fault }: Prepared): Readonly<Record<string, string>> {
  return {
    ...(found !== null && { 'x-engram-cards': String(found.evidence?.cards.length ?? 0) }),
    ...(found?.searchMs != null && { 'x-engram-search-ms': found.searchMs.toFixed(1) }),
    ...(found?.inputSaved != null && { 'x-engram-input-saved': String(found.inputSaved) }),
    ...(fault !== null && { 'x-engram-error': faultHeader(fault) }),
  }
}
