import { randomUUID } from 'node:crypto'
import type { Caller } from '../caller.ts'
import { readAskedHeaders } from './asked-headers.ts'
import { forward } from './forward.ts'
import { createPreparer, type Prepared, unprepared } from './prepare-request.ts'
import { faultHeader, faultResponse, mayNotWrite, notForwarded, tooLarge, unknownUpstream } from './proxy-fault.ts'
import type { Exchange, ProxyOptions } from './proxy-options.ts'
import { readBody } from './read-body.ts'
import { createRecorder, type Recorded } from './recorder.ts'
import type { Reply } from './reply-reader.ts'
import { routeOf } from './routes.ts'
import { readUpstreams } from './upstream.ts'

export { type Exchange, type ProxyLimits, type ProxyMode, type ProxyOptions, proxyModes } from './proxy-options.ts'
export type { UpstreamOptions } from './upstream.ts'

export interface MemoryProxy {
  /** Answers what stands below /v1. The caller is known already: the proxy works in its tenant only. */
  fetch(request: Request, caller: Caller): Promise<Response>
  /** When every reply that has begun is over and recorded: to be awaited before the store is closed. */
  settled(): Promise<void>
}

/** An OpenAI-compatible server that remembers: requests go on to a model's server with cards put in, and what was said is recorded. */
export function createProxy(options: ProxyOptions): MemoryProxy {
  const {
    engram,
    strict = false,
    tokens = 600,
    cite = false,
    keepQuestions = null,
    space = null,
    now = Date.now,
    onExchange,
    limits = {},
  } = options
  const { bodyBytes = 32 * 2 ** 20, silenceMs = 290_000, memoryMs = 2_000 } = limits
  const upstreams = readUpstreams(options.upstreams)
  const [first] = upstreams.keys()
  const recorder = createRecorder(engram)
  const prepare = createPreparer({ engram, recorder, space, tokens, cite, keepQuestions, memoryMs })
  const open = new Set<Promise<void>>()

  /** Tells of an exchange once, when its reply is over and recorded. */
  function follow(exchange: Omit<Exchange, keyof Recorded | 'status' | 'complete'>, record: (reply: Reply) => Promise<Recorded>) {
    const { promise, resolve } = Promise.withResolvers<void>()
    open.add(promise)
    let isOver = false
    return (status: number | null, reply: Reply, complete: boolean): void => {
      if (isOver) return
      isOver = true
      const tell = (recorded: Recorded, error: string | null): void => {
        open.delete(promise)
        resolve()
        onExchange?.({ ...exchange, ...recorded, status, complete, error: exchange.error ?? error })
      }
      record(reply).then(
        recorded => tell(recorded, null),
        failure => tell(nothingRecorded, `not recorded: ${failure instanceof Error ? failure.message : failure}`),
      )
    }
  }

  async function answer(request: Request, caller: Caller, requestId: string): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const route = routeOf(request.method, pathname)
    if (route === null) return faultResponse(notForwarded(request.method, pathname))
    const headers = readAskedHeaders(request.headers)
    if ('status' in headers) return faultResponse(headers)
    const name = headers.upstream ?? first ?? ''
    const upstream = upstreams.get(name)
    if (upstream === undefined) return faultResponse(unknownUpstream(name, [...upstreams.keys()]))
    const mode = headers.mode ?? options.mode ?? 'inject'
    if (mode === 'ingest-only' && caller.right === 'read') return faultResponse(mayNotWrite)
    const body = request.body === null ? null : await readBody(request, bodyBytes)
    if (body === null && request.body !== null) return faultResponse(tooLarge(bodyBytes))

    const { tenant, right } = caller
    const { signal } = request
    const at = new Date(now()).toISOString()
    const prepared = body === null ? unprepared : await prepare(body, { tenant, route, headers, mode, at, signal })
    const { found, scope, dialogue, session, fault } = prepared
    if (strict && fault !== null) return faultResponse(fault)

    const { evidence, searchMs, inputSaved } = found ?? { evidence: null, searchMs: null, inputSaved: null }
    const cards = evidence?.cards.length ?? 0
    const error = fault === null ? null : `${fault.code}: ${fault.detail ?? fault.message}`
    const records = scope !== null && dialogue !== null && right !== 'read'
    const onEnd = follow({ requestId, path: route.path, mode, scope, cards, searchMs, inputSaved, error }, async reply =>
      records && reply.complete ? await recorder.record(scope, { items: dialogue.items, session, at, reply, evidence }) : nothingRecorded,
    )
    const url = upstream.urlFor(route.path, search)
    const reader = records ? (route.dialogue?.createReply() ?? null) : null
    const response = await forward(request, { upstream, url, body: prepared.body ?? body, silenceMs, reader, onEnd })
    for (const [name, value] of Object.entries(engramHeaders(prepared))) response.headers.set(name, value)
    return response
  }

  return {
    async fetch(request, caller) {
      const requestId = randomUUID()
      const response = await answer(request, caller, requestId)
      response.headers.set('x-engram-request-id', requestId)
      return response
    },
    async settled() {
      while (open.size > 0) await Promise.all(open)
    },
  }
}

const nothingRecorded: Recorded = { stored: 0, citations: null }

/** What is not known has no header. */
function engramHeaders({ found, fault }: Prepared): Readonly<Record<string, string>> {
  return {
    ...(found !== null && { 'x-engram-cards': String(found.evidence?.cards.length ?? 0) }),
    ...(found?.searchMs != null && { 'x-engram-search-ms': found.searchMs.toFixed(1) }),
    ...(found?.inputSaved != null && { 'x-engram-input-saved': String(found.inputSaved) }),
    ...(fault !== null && { 'x-engram-error': faultHeader(fault) }),
  }
}
