import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface RawRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
export interface RawUpstream {
  /** Without a path. */
  readonly origin: string
  readonly requests: readonly RawRequest[]
  /** Requests whose reply is not over. */
  readonly open: () => number
  /** Once the connection of the nth request, from 1, is over. */
  readonly closed: (number: number) => Promise<void>
}

/** A server that answers as the test says, to the byte; it ends with its test. */
export async function rawUpstream(
  context: TestContext,
  answer: (response: ServerResponse, request: RawRequest) => unknown,
): Promise<RawUpstream> {
  const requests: RawRequest[] = []
  const replies: ServerResponse[] = []
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk)
    const { method = '', url = '', headers } = message
    const request = { method, path: url, headers, body: Buffer.concat(chunks).toString() }
    requests.push(request)
    replies.push(response)
    await answer(response, request)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  context.after(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    open: () => replies.filter(({ closed }) => !closed).length,
    closed: number =>
      new Promise(resolve => {
        const reply = replies[number - 1]
        if (reply === undefined || reply.closed) resolve()
        else reply.on('close', () => resolve())
      }),
  }
}

/** Events of a stream, each as a line of data. */
export function eventLines(events: readonly unknown[], end = '\n\n'): string {
  return events.map(event => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}${end}`).join('')
}

/** A chunk of a chat's stream. */
export function chatChunk(delta: object, finish: string | null = null): object {
  return { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] }
}

/** A reply that is not a stream. */
export function chatReply(message: object, finish = 'stop'): string {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }]
  return JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices })
}
