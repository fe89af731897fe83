import type { IncomingHttpHeaders } from 'node:http'
import { knownCodings } from './codings.ts'
import { listOf } from './list-of.ts'
import type { Upstream } from './upstream.ts'

// RFC 9110, section 7.6.1: they are about one connection.
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
// The first four are set anew. The others are between the client and us: cookies and origins are those of our address, and
// whom the client came through is not the upstream's business.
const ofRequest = ['host', 'content-length', 'accept-encoding', 'expect', 'cookie', 'origin', 'referer', 'forwarded', 'x-real-ip', 'via']
const keyHeaders = ['authorization', 'x-api-key', 'api-key']
const ofResponse = ['set-cookie', 'alt-svc', 'strict-transport-security']
const ofEveryRequest = new Set([...hopByHop, ...ofRequest])
const ofEveryResponse = new Set([...hopByHop, ...ofResponse])

/** By their lower-case names. */
export type PlainHeaders = Readonly<Record<string, string>>

/** What goes on to the upstream. Its own key takes the place of any that the client sent; ours never leaves. `own`: what we tell it, the trace of our span in place of the client's. */
export function requestHeaders(from: PlainHeaders, upstream: Upstream, own: PlainHeaders = {}): PlainHeaders {
  const named = listOf(from.connection)
  const hasOwnKey = keyHeaders.some(name => Object.hasOwn(upstream.headers, name))
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(from)) {
    if (ofEveryRequest.has(name) || named.includes(name) || (hasOwnKey && keyHeaders.includes(name))) continue
    if (!/^(?:x-engram-|x-forwarded-|sec-fetch-)/.test(name)) headers[name] = value
  }
  // It belongs to the traceparent that it came with.
  if (own.traceparent !== undefined) delete headers.tracestate
  // What is not compressed need not be decoded, and no event waits in a buffer for the next.
  return { ...headers, ...own, ...upstream.headers, 'accept-encoding': 'identity' }
}

/** What goes back to the client: not what is about the upstream's connection or origin, nor, where the body is decoded here, how it was coded. */
export function responseHeaders(from: IncomingHttpHeaders): PlainHeaders {
  const named = listOf(from.connection)
  const isDecoded = (knownCodings(from) ?? []).length > 0
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(from)) {
    if (typeof value !== 'string' || ofEveryResponse.has(name) || named.includes(name)) continue
    if (isDecoded && (name === 'content-encoding' || name === 'content-length')) continue
    if (!/^(?:x-engram-|access-control-)/.test(name)) headers[name] = value
  }
  return headers
}
