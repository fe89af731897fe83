import type { IncomingMessage, ServerResponse } from 'node:http'
import { plainBody } from './codings.ts'
import { nothingSaid, type Reply } from './reply-reader.ts'
import type { Silence } from './silence.ts'
import type { Tap } from './tap-body.ts'

export interface PassOptions {
  /** null where nobody listens. */
  readonly tap: Tap | null
  /** Runs while a byte of the upstream is waited for. */
  readonly silence: Silence
  readonly stop: AbortController
  /** With why it has no end, where it has none. Of several calls the first counts. */
  readonly over: (reply: Reply, failure: string | null) => void
}

/** Who takes the bytes. */
interface Taker {
  /** False: no more until it asks. */
  write(chunk: Uint8Array): boolean
  end(): void
  cut(reason: unknown): void
}

/** Over the connection of the client; its head is set, and goes with what of the body is there already. */
export function passToClient(reply: IncomingMessage, outgoing: ServerResponse, options: PassOptions): void {
  const write = (chunk: Uint8Array): boolean => !outgoing.destroyed && outgoing.write(chunk)
  const more = passOn(reply, { write, end: () => void outgoing.end(), cut: () => void outgoing.destroy() }, options)
  outgoing.on('drain', more)
  if (reply.readableLength === 0 && !reply.complete) outgoing.flushHeaders()
  more()
}

/** As a body of the web. */
export function passToReader(reply: IncomingMessage, options: PassOptions): ReadableStream<Uint8Array> {
  let more = (): void => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (chunk: Uint8Array): boolean => {
          controller.enqueue(chunk)
          return Number(controller.desiredSize) > 0
        }
        more = passOn(reply, { write, end: () => controller.close(), cut: reason => controller.error(reason) }, options)
      },
      pull: () => more(),
      cancel: reason => options.stop.abort(reason),
    },
    { highWaterMark: 0 },
  )
}

/** The same bytes, read only as they are taken, with someone listening. What is given back asks for more of them; the first time too. */
function passOn(reply: IncomingMessage, taker: Taker, { tap, silence, stop, over }: PassOptions): () => void {
  silence.pause()
  const body = plainBody(reply)
  let heard: Uint8Array[] = []
  const listen = (): void => {
    for (const chunk of heard) tap?.read(chunk)
    heard = []
  }
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    silence.end()
    taker.end()
    listen()
    over(tap?.done() ?? nothingSaid, null)
  }
  const fail = (reason: unknown): void => {
    if (isOver) return
    isOver = true
    silence.end()
    over(nothingSaid, 'upstream_broken')
    taker.cut(reason)
  }
  body.on('data', (chunk: Uint8Array) => {
    if (isOver) return
    const goesOn = taker.write(chunk)
    // Not before the bytes have left.
    if (tap !== null && heard.push(chunk) === 1) process.nextTick(listen)
    if (goesOn) silence.begin()
    else {
      silence.pause()
      body.pause()
    }
  })
  body.on('end', end)
  body.on('error', fail)
  body.on('close', () => fail(new Error('The reply broke off.')))
  // Node drops what it has of a reply whose request is ended, and then calls it whole.
  stop.signal.addEventListener('abort', () => fail(stop.signal.reason), { once: true })
  body.pause()
  return () => {
    if (isOver || !body.isPaused()) return
    silence.begin()
    body.resume()
  }
}
