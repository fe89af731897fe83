import type { IncomingMessage, ServerResponse } from 'node:http'
import { explainBroken } from '../../lib/requests/explain-failure.ts'
import { redact } from '../../lib/requests/redact.ts'
import { alreadySent } from './already-sent.ts'
import { knownCodings } from './codings.ts'
import type { EndExchange } from './exchanges.ts'
import { type PlainHeaders, requestHeaders, responseHeaders } from './forwarded-headers.ts'
import { hopsHeader } from './hops.ts'
import { passToClient, passToReader } from './pass-on.ts'
import { faultResponse } from './proxy-fault.ts'
import { nothingSaid, type Reply, type ReplyReader } from './reply-reader.ts'
import { sendRequest } from './send-request.ts'
import { createSilence } from './silence.ts'
import { createTap } from './tap-body.ts'
import { shownUrl, type Upstream } from './upstream.ts'
import type { UpstreamSpan } from './upstream-span.ts'

export interface ForwardOptions {
  readonly upstream: Upstream
  readonly url: URL
  /** As the client sent them. */
  readonly headers: PlainHeaders
  readonly body: Uint8Array<ArrayBuffer> | null
  /** The proxies that it has come through. */
  readonly hops: readonly string[]
  readonly silenceMs: number
  /** Reads the reply on the side; null where nobody wants to know. */
  readonly reader: ReplyReader | null
  /** null where nobody listens. */
  readonly span: UpstreamSpan | null
  /** What the reply's head tells of us. */
  readonly own: PlainHeaders
  /** Where the reply goes; null: into the response that is given back. */
  readonly outgoing: ServerResponse | null
  /** Called when the reply is over, before the client's next request can be read. */
  readonly onEnd: EndExchange
}

/** Statuses whose replies have no body. */
const bodyless: readonly number[] = [204, 205, 304]

/** Sends a request on and gives back what comes, byte for byte. A client that leaves, or a silence that lasts too long, ends it on both sides. */
export async function forward(request: Request, options: ForwardOptions): Promise<Response> {
  const { upstream, url, body, hops, silenceMs, span, own, outgoing, onEnd } = options
  const reader = span === null ? options.reader : span.listen(options.reader)
  const stop = new AbortController()
  const { signal } = stop
  const leave = (): void => stop.abort(request.signal.reason)
  let status: number | null = null
  const over = (reply: Reply, failure: string | null): void => {
    request.signal.removeEventListener('abort', leave)
    span?.end({ status, reply, failure })
    onEnd(status, reply, failure === null)
  }
  // A client that leaves may never ask for the rest.
  signal.addEventListener('abort', () => over(nothingSaid, isSilence(signal.reason) ? 'upstream_timeout' : 'cancelled'), { once: true })
  request.signal.addEventListener('abort', leave, { once: true })
  if (request.signal.aborted) leave()

  const silence = createSilence(silenceMs, () => stop.abort(new DOMException(`No byte within ${silenceMs} ms.`, silent)))
  let reply: IncomingMessage
  try {
    const headers = requestHeaders(options.headers, upstream, { ...span?.headers(), [hopsHeader]: hops.join(', ') })
    const send = (): Promise<IncomingMessage> => sendRequest({ url, method: request.method, headers, body, signal })
    reply = await (span === null ? send() : span.run(send))
  } catch (error) {
    silence.end()
    over(nothingSaid, 'upstream_unreachable')
    const { code, message } = explainBroken(error, { who: `The server ${upstream.host}`, secrets: upstream.secrets }, signal)
    const isSlow = code === 'model_timeout'
    const fault = { status: isSlow ? 504 : 502, code: isSlow ? 'upstream_timeout' : 'upstream_unreachable', message }
    return faultResponse(fault, request, own)
  }
  status = reply.statusCode ?? 502
  const asked = status === 404 ? { 'x-engram-upstream-url': redact(shownUrl(url), upstream.secrets) } : {}
  const headers = { ...responseHeaders(reply.headers), ...asked, ...own }
  const isRead = reader !== null && status >= 200 && status < 300 && knownCodings(reply.headers) !== null
  const tap = isRead ? createTap({ contentType: reply.headers['content-type'] ?? null, reader }) : null
  const passing = { tap, silence, stop, over }
  if (bodyless.includes(status)) {
    reply.resume()
    silence.end()
    over(nothingSaid, null)
    return new Response(null, { status, headers })
  }
  if (outgoing === null) return new Response(passToReader(reply, passing), { status, statusText: reply.statusMessage ?? '', headers })
  outgoing.writeHead(status, headers)
  passToClient(reply, outgoing, passing)
  return alreadySent(status)
}

const silent = 'TimeoutError'
const isSilence = (reason: unknown): boolean => reason instanceof DOMException && reason.name === silent
