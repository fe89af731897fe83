import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'

export interface SendOptions {
  readonly url: URL
  readonly method: string
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
  /** Ends the request, and the reply. */
  readonly signal: AbortSignal
}

/**
 * Sends a request over one of the connections that Node keeps open, and waits for the head of its reply. Not `fetch`: that takes several times as
 * long for it, and holds what belongs to a request until the next full collection of garbage, so that each small one takes milliseconds.
 */
export function sendRequest(options: SendOptions): Promise<IncomingMessage> {
  const { url, method, headers, body, signal } = options
  const open = url.protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    let answered = false
    const sent = open(url, { method, headers }, reply => {
      answered = true
      const { statusCode = 0 } = reply
      if (statusCode <= 599) resolve(reply)
      else sent.destroy(new Error(`${statusCode} is no status of HTTP.`))
    })
    const stop = (): void => void sent.destroy(new DOMException('The request was given up.', 'AbortError'))
    // Node's own way to heed a signal listens to six events of the request.
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    sent.on('error', error => {
      // A server may close a connection that was kept open just as it is used again, before it has read a word of it: then another one is taken.
      const wasClosed = sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
      if (wasClosed && !answered && !signal.aborted) resolve(sendRequest(options))
      else reject(error)
    })
    sent.end(body ?? undefined)
  })
}
