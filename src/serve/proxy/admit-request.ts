import { type Caller, hasRight } from '../caller.ts'
import { type AskedHeaders, readAskedHeaders } from './asked-headers.ts'
import type { PlainHeaders } from './forwarded-headers.ts'
import { hopsOf } from './hops.ts'
import { loop, mayNotWrite, notForwarded, type ProxyFault, tooLarge, unknownUpstream } from './proxy-fault.ts'
import type { ProxyMode } from './proxy-options.ts'
import { readBody } from './read-body.ts'
import { type Route, routeOf } from './routes.ts'
import type { Upstream } from './upstream.ts'

/** A request that may be forwarded, and where to. */
export interface Admitted {
  readonly route: Route
  readonly headers: AskedHeaders
  /** All that the client sent. */
  readonly sent: PlainHeaders
  readonly mode: ProxyMode
  readonly upstream: Upstream
  readonly url: URL
  readonly body: Uint8Array<ArrayBuffer> | null
  /** The proxies that it has come through, this one last. */
  readonly hops: readonly string[]
}

export interface AdmitOptions {
  /** The first is the default. */
  readonly upstreams: ReadonlyMap<string, Upstream>
  readonly mode: ProxyMode
  readonly bodyBytes: number
  /** What no other proxy is called, in lower case. */
  readonly self: string
}

/** What is asked, or why it is refused: the proxy forwards what it is for, to servers that are configured, and nothing else. */
export async function admitRequest(request: Request, caller: Caller, options: AdmitOptions): Promise<Admitted | ProxyFault> {
  const { upstreams, bodyBytes, self } = options
  const { pathname, search } = new URL(request.url)
  const route = routeOf(request.method, pathname)
  if (route === null) return notForwarded(request.method, pathname)
  const sent: PlainHeaders = Object.fromEntries(request.headers)
  const hops = hopsOf(sent)
  if (hops.includes(self)) return loop
  const headers = readAskedHeaders(sent)
  if ('status' in headers) return headers
  const name = headers.upstream ?? [...upstreams.keys()][0] ?? ''
  const upstream = upstreams.get(name)
  if (upstream === undefined) return unknownUpstream(name, [...upstreams.keys()])
  const mode = headers.mode ?? options.mode
  if (mode === 'ingest-only' && !hasRight(caller, 'write')) return mayNotWrite
  const body =
    request.method === 'GET' ? null : await readBody(request, { told: Number(sent['content-length'] ?? Number.NaN), most: bodyBytes })
  if (body === null && request.method !== 'GET') return tooLarge(bodyBytes)
  return { route, headers, sent, mode, upstream, url: upstream.urlFor(route.path, search), body, hops: [...hops, self] }
}
