import type { IncomingMessage } from 'node:http'
import { explainBroken } from '../../lib/requests/explain-failure.ts'
import { redact } from '../../lib/requests/redact.ts'
import { knownCodings, plainBody } from './codings.ts'
import type { EndExchange } from './exchanges.ts'
import { requestHeaders, responseHeaders } from './forwarded-headers.ts'
import { hopsHeader } from './hops.ts'
import { faultResponse } from './proxy-fault.ts'
import { nothingSaid, type Reply, type ReplyReader } from './reply-reader.ts'
import { sendRequest } from './send-request.ts'
import { createTap, type Tap } from './tap-body.ts'
import { shownUrl, type Upstream } from './upstream.ts'
import type { UpstreamSpan } from './upstream-span.ts'

export interface ForwardOptions {
  readonly upstream: Upstream
  readonly url: URL
  readonly body: Uint8Array<ArrayBuffer> | null
  /** The proxies that it has come through. */
  readonly hops: readonly string[]
  readonly silenceMs: number
  /** Reads the reply on the side; null where nobody wants to know. */
  readonly reader: ReplyReader | null
  /** null where nobody listens. */
  readonly span: UpstreamSpan | null
  /** Called when the reply is over, before the client sees its end. */
  readonly onEnd: EndExchange
}

/** Sends a request on and gives back what comes, byte for byte. A client that leaves, or a silence that lasts too long, ends it on both sides. */
export async function forward(request: Request, options: ForwardOptions): Promise<Response> {
  const { upstream, url, body, hops, silenceMs, span, onEnd } = options
  const reader = span === null ? options.reader : span.listen(options.reader)
  const who = `The server ${upstream.host}`
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

  /** Waits, but not for ever. */
  async function within<Result>(work: Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => stop.abort(new DOMException(`No byte within ${silenceMs} ms.`, silence)), silenceMs)
    try {
      return await work
    } finally {
      clearTimeout(timer)
    }
  }

  let reply: IncomingMessage
  try {
    const headers = requestHeaders(request.headers, upstream, { ...span?.headers(), [hopsHeader]: hops.join(', ') })
    const send = (): Promise<IncomingMessage> => sendRequest({ url, method: request.method, headers, body, signal })
    reply = await within(span === null ? send() : span.run(send))
  } catch (error) {
    over(nothingSaid, 'upstream_unreachable')
    const { code, message } = explainBroken(error, { who, secrets: upstream.secrets }, signal)
    const isSlow = code === 'model_timeout'
    const fault = { status: isSlow ? 504 : 502, code: isSlow ? 'upstream_timeout' : 'upstream_unreachable', message }
    return faultResponse(fault, request)
  }
  status = reply.statusCode ?? 502
  const isRead = reader !== null && status >= 200 && status < 300 && knownCodings(reply.headers) !== null
  const tap = isRead ? createTap({ contentType: reply.headers['content-type'] ?? null, reader }) : null
  const stream = passOn(reply, { tap, within, stop, over })
  const asked = status === 404 ? { 'x-engram-upstream-url': redact(shownUrl(url), upstream.secrets) } : {}
  const headers = { ...responseHeaders(reply.headers), ...asked }
  return new Response(stream, { status, statusText: reply.statusMessage ?? '', headers })
}

/** Statuses whose replies have no body. */
const bodyless: readonly (number | undefined)[] = [204, 205, 304]

interface PassOptions {
  readonly tap: Tap | null
  readonly within: <Result>(work: Promise<Result>) => Promise<Result>
  readonly stop: AbortController
  /** With why it has no end, where it has none. */
  readonly over: (reply: Reply, failure: string | null) => void
}

const silence = 'TimeoutError'
const isSilence = (reason: unknown): boolean => reason instanceof DOMException && reason.name === silence

/** The same bytes, read only as the client takes them, with someone listening. */
function passOn(reply: IncomingMessage, { tap, within, stop, over }: PassOptions): ReadableStream<Uint8Array> | null {
  if (bodyless.includes(reply.statusCode)) {
    reply.resume()
    over(nothingSaid, null)
    return null
  }
  const chunks: AsyncIterator<Uint8Array> = plainBody(reply)[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await within(chunks.next())
          if (done === true) {
            over(tap?.done() ?? nothingSaid, null)
            controller.close()
          } else {
            tap?.read(value)
            controller.enqueue(value)
          }
        } catch (error) {
          over(nothingSaid, 'upstream_broken')
          controller.error(error)
        }
      },
      cancel(reason) {
        stop.abort(reason)
        over(nothingSaid, 'cancelled')
      },
    },
    { highWaterMark: 0 },
  )
}
