import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { type ChatRequest, type JsonSupport, readChatRequest, refusal } from './chat-request.ts'
import type { Generation, Generator } from './generator.ts'

export interface ChatServerOptions {
  readonly generator: Generator
  /** The id that it says its model has. */
  readonly model: string
  readonly json: JsonSupport
}

/** What a request took, as `GET /requests` lists them. */
export type MeasuredRequest = Omit<Generation, 'text'>

/** Node's fetch gives up after five minutes without a byte. */
const keepAliveMs = 15_000

/**
 * OpenAI's chat completions over one small model, one request at a time. Beside them `GET /requests`, what each answered request took, and
 * `DELETE /cache`, so that the next prompt is read from its start.
 */
export function createChatServer({ generator, model, json }: ChatServerOptions): Server {
  const measured: MeasuredRequest[] = []
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
  let completions = 0

  async function complete(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = readChatRequest(await readText(incoming), json)
    if ('refused' in read) return send(response, 400, { error: read.refused })
    const { request } = read
    const tokens = generator.countPrompt(request.messages)
    if (tokens >= generator.contextTokens) {
      const message = `This model's maximum context length is ${generator.contextTokens} tokens. However, your messages resulted in ${tokens} tokens.`
      return send(response, 400, { error: refusal(message, { param: 'messages', code: 'context_length_exceeded' }) })
    }
    const stopped = new AbortController()
    response.once('close', () => stopped.abort())
    const id = `chatcmpl-${++completions}`
    const reply = request.stream ? streamed(response, { id, model, request }) : whole(response, { id, model })
    try {
      const generation = await inTurn(() => generator.generate(request, { onText: reply.onText, signal: stopped.signal }))
      const { text: _, ...took } = generation
      measured.push(took)
      reply.end(generation)
    } catch (error) {
      // Whoever asked has hung up: nobody is there to be told.
      if (!stopped.signal.aborted) reply.fail(error)
    }
  }

  async function route(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (`${incoming.method} ${incoming.url}`) {
      case 'GET /v1/models':
        return send(response, 200, { object: 'list', data: [{ id: model, object: 'model', created: 0, owned_by: 'local' }] })
      case 'POST /v1/chat/completions':
        return complete(incoming, response)
      case 'GET /requests':
        return send(response, 200, measured)
      case 'DELETE /cache':
        await inTurn(() => generator.clearCache())
        return send(response, 200, {})
      default:
        return send(response, 404, { error: refusal(`There is no ${incoming.method} ${incoming.url} here.`) })
    }
  }

  // What fails before there is a reply to fail: the request broke off.
  return createServer((incoming, response) => void route(incoming, response).catch(error => response.destroy(error)))
}

interface Reply {
  readonly onText: (text: string) => void
  readonly end: (generation: Generation) => void
  readonly fail: (error: unknown) => void
}
interface Named {
  readonly id: string
  readonly model: string
}

function whole(response: ServerResponse, { id, model }: Named): Reply {
  return {
    onText: () => {},
    end: generation =>
      send(response, 200, {
        ...{ id, object: 'chat.completion', created: now(), model },
        choices: [{ index: 0, message: { role: 'assistant', content: generation.text }, finish_reason: generation.finish }],
        usage: usageOf(generation),
      }),
    fail: error => send(response, 500, { error: serverError(error) }),
  }
}

function streamed(response: ServerResponse, { id, model, request }: Named & { readonly request: ChatRequest }): Reply {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  const event = (data: unknown): boolean => response.write(`data: ${JSON.stringify(data)}\n\n`)
  const chunk = (choices: readonly unknown[], rest = {}): boolean =>
    event({ id, object: 'chat.completion.chunk', created: now(), model, choices, ...rest })
  const delta = (content: unknown, finish: string | null = null): boolean => chunk([{ index: 0, delta: content, finish_reason: finish }])
  delta({ role: 'assistant', content: '' })
  const keepAlive = setInterval(() => response.write(': still reading\n\n'), keepAliveMs)
  response.once('close', () => clearInterval(keepAlive))
  return {
    onText: text => delta({ content: text }),
    end(generation) {
      delta({}, generation.finish)
      if (request.streamUsage) chunk([], { usage: usageOf(generation) })
      response.end('data: [DONE]\n\n')
    },
    fail(error) {
      event({ error: serverError(error) })
      response.end()
    },
  }
}

function usageOf({ promptTokens, cachedTokens, completionTokens }: Generation): unknown {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  }
}

function serverError(error: unknown): unknown {
  return { message: error instanceof Error ? error.message : String(error), type: 'server_error', param: null, code: null }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}
