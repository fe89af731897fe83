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
// fetch sets the first four itself. The others are between the client and us: cookies and origins are those of our address, and
// whom the client came through is not the upstream's business.
const ofRequest = ['host', 'content-length', 'accept-encoding', 'expect', 'cookie', 'origin', 'referer', 'forwarded', 'x-real-ip', 'via']
const keyHeaders = ['authorization', 'x-api-key', 'api-key']
const ofResponse = ['set-cookie', 'alt-svc', 'strict-transport-security']
const decodedByFetch = new Set(['gzip', 'x-gzip', 'deflate', 'br'])

/** What goes on to the upstream. Its own key takes the place of any that the client sent; ours never leaves. `trace`: of our span, in place of the client's. */
export function requestHeaders(from: Headers, upstream: Upstream, trace: Readonly<Record<string, string>> = {}): Headers {
  const dropped = new Set([...hopByHop, ...ofRequest, ...namedIn(from)])
  const own = Object.keys(upstream.headers).map(name => name.toLowerCase())
  if (own.some(name => keyHeaders.includes(name))) for (const name of keyHeaders) dropped.add(name)
  const kept = [...from].filter(([name]) => !dropped.has(name) && !/^(?:x-engram-|x-forwarded-|sec-fetch-)/.test(name))
  const headers = new Headers(kept)
  // It belongs to the traceparent that it came with.
  if (trace.traceparent !== undefined) headers.delete('tracestate')
  for (const [name, value] of Object.entries({ ...trace, ...upstream.headers })) headers.set(name, value)
  // What is not compressed need not be decoded, and no event waits in a buffer for the next.
  headers.set('accept-encoding', 'identity')
  return headers
}

/** What goes back to the client: not what is about the upstream's connection or origin, nor, where fetch has decoded the body, how it was coded. */
export function responseHeaders(from: Headers): Headers {
  const dropped = new Set([...hopByHop, ...ofResponse, ...namedIn(from)])
  if (isDecoded(from)) for (const name of ['content-encoding', 'content-length']) dropped.add(name)
  return new Headers([...from].filter(([name]) => !dropped.has(name) && !/^(?:x-engram-|access-control-)/.test(name)))
}

/** Whether the bytes of the body are what was meant, and not a compression that fetch does not know. */
export function isReadable(headers: Headers): boolean {
  return codings(headers).length === 0 || isDecoded(headers)
}

function isDecoded(headers: Headers): boolean {
  const all = codings(headers)
  return all.length > 0 && all.every(coding => decodedByFetch.has(coding))
}

function codings(headers: Headers): readonly string[] {
  return listOf(headers.get('content-encoding')).filter(coding => coding !== 'identity')
}

function namedIn(headers: Headers): readonly string[] {
  return listOf(headers.get('connection'))
}

function listOf(value: string | null): readonly string[] {
  return (value ?? '')
    .split(',')
    .map(item => item.trim().toLowerCase())
    .filter(item => item !== '')
}
