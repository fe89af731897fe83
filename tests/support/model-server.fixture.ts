import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'

// A server of models that misbehaves on request. The model's id says how: 'obey', 'status-503+obey' (the nth request of that id gets the nth
// behaviour, the last one for ever). /embeddings goes by the same rule.

export interface SentMessage {
  readonly role: string
  readonly content: string
}
export interface SentRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  readonly body: any
}
export interface ModelServer {
  /** Ends in /v1. */
  readonly baseUrl: string
  readonly host: string
  readonly requests: readonly SentRequest[]
  /** Requests that wait for the rest of their reply: their connections are open. */
  readonly open: () => number
  readonly close: () => Promise<void>
}
export interface ModelServerOptions {
  /** What `obey` says. */
  readonly reply?: (messages: readonly SentMessage[], request: SentRequest) => string
}

interface Exchange extends SentRequest {
  readonly response: ServerResponse
  readonly reply: string
  /** The request of this model's id, from 1. */
  readonly number: number
}
type Behave = (exchange: Exchange) => void | Promise<void>

type Fields = Readonly<Record<string, unknown>>
const usual = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

function json({ response }: Exchange, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body))
}
const failure = (status: number, error: Fields, headers?: Readonly<Record<string, string>>): ((exchange: Exchange) => void) => {
  return exchange => json(exchange, status, { error }, headers)
}
function openStream({ response }: Exchange): (chunk: unknown) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  return chunk => response.write(`data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`)
}
const delta = (fields: Fields, finish: string | null = null) => ({ id: 'c', choices: [{ index: 0, delta: fields, finish_reason: finish }] })

interface Said {
  readonly finish?: string | null
  /** Null: none is sent. */
  readonly usage?: Fields | null
}
/** One message, whole or as a stream of a few characters at a time, with the usage in a last chunk without choices. */
function say(exchange: Exchange, message: Fields, { finish = 'stop', usage = usual }: Said = {}): void {
  if (exchange.body.stream !== true) {
    const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }
    json(exchange, 200, { id: 'c', model: exchange.body.model, choices: [choice], ...(usage && { usage }) })
    return
  }
  const send = openStream(exchange)
  send(delta({ role: 'assistant', content: '' }))
  for (const [name, value] of Object.entries(message)) {
    if (typeof value !== 'string') send(delta({ [name]: value }))
    else for (let at = 0; at < value.length; at += 7) send(delta({ [name]: value.slice(at, at + 7) }))
  }
  send(delta({}, finish))
  if (usage) send({ id: 'c', choices: [], usage })
  send('[DONE]')
  exchange.response.end()
}
const says = (message: Fields, said?: Said): ((exchange: Exchange) => void) => {
  return exchange => say(exchange, message, said)
}
const obey = (exchange: Exchange): void => say(exchange, { content: exchange.reply })
const text = (exchange: Exchange, content: string): void => say(exchange, { content })

const promptText = ({ body }: SentRequest): string => JSON.stringify(body.messages ?? '')
const wantsFormat = ({ body }: SentRequest): string | undefined => body.response_format?.type
const schemaOf = ({ body }: SentRequest): Fields => body.response_format?.json_schema?.schema ?? { type: 'object' }

interface Vector {
  readonly object: 'embedding'
  readonly index: number
  readonly embedding: unknown
}
/** A vector for a text that tells it from others, of no particular length. */
export function standInVector(value: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0.1)
  for (const [at, character] of [...value].entries()) {
    const place = (character.codePointAt(0) ?? 0) % dimensions
    vector[place] = (vector[place] ?? 0) + 1 + at / 100
  }
  return vector
}
const vectorsFor = (exchange: Exchange, dimensions = Number(exchange.body.dimensions ?? 8)): Vector[] =>
  [exchange.body.input].flat().map((value: string, index) => ({ object: 'embedding', index, embedding: standInVector(value, dimensions) }))
const embeds = (exchange: Exchange, data: unknown): void =>
  json(exchange, 200, { object: 'list', data, model: exchange.body.model, usage: { prompt_tokens: 3 } })

/** Each in one line or two: what servers really do. */
export const behaviours: Readonly<Record<string, Behave>> = {
  obey,
  // Reasoning, in all its places.
  'think-tags': e => text(e, `<think>\nMaybe {"facts": []}? No.\n</think>\n\n${e.reply}`),
  'thinking-tags': e => text(e, `<thinking>Let me see.</thinking>${e.reply}`),
  'only-closing-tag': e => text(e, `Let me see.\n</think>\n\n${e.reply}`),
  'unclosed-think': e => say(e, { content: '<think>\nI wonder, and wonder' }, { finish: 'length' }),
  'raw-harmony': e =>
    text(e, `<|channel|>analysis<|message|>Let me see.<|end|><|start|>assistant<|channel|>final<|message|>${e.reply}<|return|>`),
  'harmony-without-tokens': e => text(e, `analysisLet me see.assistantfinal${e.reply}`),
  'end-token': e => text(e, `${e.reply}<|endoftext|>`),
  'reasoning-content': e => say(e, { reasoning_content: 'Let me see, she has a cat.', content: e.reply }),
  'reasoning-field': e => say(e, { reasoning: 'Let me see, she has a cat.', content: e.reply }),
  'thinking-field': e => say(e, { thinking: 'Let me see, she has a cat.', content: e.reply }),
  'reasoning-details': e =>
    say(e, { reasoning_details: [{ type: 'reasoning.text', text: 'Let me see, she has a cat.' }], content: e.reply }),
  // Usage.
  'reasoning-reported': e =>
    say(
      e,
      { content: e.reply },
      {
        usage: {
          prompt_tokens: 100,
          completion_tokens: 480,
          completion_tokens_details: { reasoning_tokens: 400 },
          prompt_tokens_details: { cached_tokens: 64 },
        },
      },
    ),
  'reasoning-zero-reported': e => say(e, { content: e.reply }, { usage: { ...usual, completion_tokens_details: { reasoning_tokens: 0 } } }),
  'reasoning-hidden': e => say(e, { content: e.reply, reasoning: null }, { usage: { ...usual, completion_tokens: 300 } }),
  'constant-zero': e =>
    say(
      e,
      { reasoning: 'Let me see, she has a cat.', content: e.reply },
      { usage: { ...usual, completion_tokens_details: { reasoning_tokens: 0 } } },
    ),
  'no-usage': e => say(e, { content: e.reply }, { usage: null }),
  'truncated-prompt': e => say(e, { content: e.reply }, { usage: { ...usual, prompt_tokens: 40 } }),
  // No answer.
  'null-content-reasoning': says(
    { content: null, reasoning: 'she has a cat so...' },
    { finish: 'length', usage: { ...usual, completion_tokens: 64 } },
  ),
  'empty-content-reasoning': says({ content: '', reasoning_content: 'she has a cat so...' }),
  'blank-content': says({ content: '\n\n' }),
  'short-cap': e =>
    say(
      e,
      { content: (e.body.max_tokens ?? 1e9) < 200 ? null : e.reply, reasoning: 'Let me see.' },
      { finish: (e.body.max_tokens ?? 1e9) < 200 ? 'length' : 'stop' },
    ),
  'empty-choices': e => json(e, 200, { id: 'c', choices: [], usage: usual }),
  refusal: says({ content: null, refusal: 'I can not help with that.' }),
  'content-filter': says({ content: '' }, { finish: 'content_filter' }),
  'cut-length': e => say(e, { content: e.reply.slice(0, Math.ceil(e.reply.length / 2)) }, { finish: 'length' }),
  // Errors.
  'status-429': failure(429, { message: 'Rate limit reached.', type: 'requests', code: 'rate_limit_exceeded' }),
  'retry-after-seconds': failure(429, { message: 'Slow down.' }, { 'retry-after': '2' }),
  'retry-after-date': e => {
    const now = Math.floor(Date.now() / 1000) * 1000
    failure(429, { message: 'Slow down.' }, { date: new Date(now).toUTCString(), 'retry-after': new Date(now + 3000).toUTCString() })(e)
  },
  'retry-after-ms': failure(429, { message: 'Slow down.' }, { 'retry-after-ms': '150', 'retry-after': '1' }),
  'retry-after-hour': failure(429, { message: 'Slow down.' }, { 'retry-after': '3600' }),
  quota: failure(429, { message: 'You exceeded your current quota.', type: 'insufficient_quota', code: 'insufficient_quota' }),
  'no-retry': failure(503, { message: 'Not today.' }, { 'x-should-retry': 'false' }),
  'status-500': failure(500, { message: 'Internal error.' }),
  'status-503': e => json(e, 503, '<html>Service Unavailable</html>', { 'content-type': 'text/html' }),
  'status-400': failure(400, { message: 'messages: expected something else.', type: 'invalid_request_error' }),
  'status-401': e => failure(401, { message: `Incorrect API key provided: ${e.headers.authorization}.` })(e),
  'status-404': e => json(e, 404, { error: `model '${e.body.model}' not found` }),
  'status-422': e => json(e, 422, { detail: [{ loc: ['body', 'messages'], msg: 'field required' }] }),
  'error-in-200': e => json(e, 200, { error: { message: 'Model overloaded.', code: 503 } }),
  'html-in-200': e => json(e, 200, '<html>Sign in</html>', { 'content-type': 'text/html' }),
  reset: ({ response }) => void response.socket?.resetAndDestroy(),
  'reset-in-body': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4000' }).write('{"id":"c","choices":[')
    setTimeout(() => response.destroy(), 20)
  },
  // Streams.
  'cut-stream': e => {
    openStream(e)(delta({ content: e.reply.slice(0, 10) }))
    e.response.end()
  },
  'broken-stream': e => {
    openStream(e)(delta({ content: e.reply.slice(0, 10) }))
    setTimeout(() => e.response.destroy(), 20)
  },
  'error-in-stream': e => {
    const send = openStream(e)
    send(delta({ content: e.reply.slice(0, 10) }))
    send({ error: { message: 'CUDA out of memory', type: 'server_error', code: 500 } })
    e.response.end()
  },
  'broken-event': e => {
    const send = openStream(e)
    send(delta({ content: e.reply.slice(0, 10) }))
    send('{"choices":[{"delta":{"cont')
    e.response.end()
  },
  'stream-unasked-json': e =>
    json(e, 200, { id: 'c', choices: [{ message: { role: 'assistant', content: e.reply }, finish_reason: 'stop' }], usage: usual }),
  // Silence.
  stall: () => {},
  'headers-then-silence': ({ response }) => void response.writeHead(200, { 'content-type': 'application/json' }).write(' '),
  'byte-now-and-then': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
  slow: async e => {
    await new Promise(resolve => setTimeout(resolve, 30))
    obey(e)
  },
  // Parameters.
  'no-max-tokens': e =>
    e.body.max_tokens === undefined
      ? obey(e)
      : failure(400, {
          message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          code: 'unsupported_parameter',
        })(e),
  'no-temperature': e =>
    e.body.temperature === undefined
      ? obey(e)
      : failure(400, { message: "Unsupported value: 'temperature' does not support 0 with this model.", code: 'unsupported_value' })(e),
  'no-effort': e =>
    e.body.reasoning_effort === undefined
      ? obey(e)
      : failure(400, { message: 'Unrecognized request argument supplied: reasoning_effort' })(e),
  'no-stream-options': e =>
    e.body.stream_options === undefined ? obey(e) : failure(422, { message: 'stream_options: extra fields not permitted' })(e),
  // JSON.
  'needs-the-word-json': e =>
    wantsFormat(e) === 'json_object' && !/json/i.test(promptText(e))
      ? failure(400, { message: "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'." })(
          e,
        )
      : wantsFormat(e) === 'json_schema'
        ? failure(400, { message: "response_format type 'json_schema' is not supported" })(e)
        : obey(e),
  'no-format': e => (wantsFormat(e) === undefined ? obey(e) : failure(400, { message: 'response_format is not supported' })(e)),
  'only-schema': e =>
    wantsFormat(e) === 'json_object' ? failure(400, { message: "'response_format.type' must be 'json_schema' or 'text'" })(e) : obey(e),
  'fenced-json': e => text(e, `Here you go:\n\`\`\`json\n${e.reply}\n\`\`\`\nAnything else?`),
  'open-fence': e => text(e, `\`\`\`json\n${e.reply}`),
  'schema-echo': e => (wantsFormat(e) === 'json_schema' ? text(e, JSON.stringify(schemaOf(e))) : obey(e)),
  placeholders: e =>
    wantsFormat(e) === 'json_schema' ? text(e, e.reply.replace(/"text":"[^"]*"/g, '"text":"<one short sentence per fact>"')) : obey(e),
  'wrapped-json': e => text(e, `{"response":${e.reply}}`),
  'prose-for-schema': e => (wantsFormat(e) === 'json_schema' ? text(e, 'Certainly! I will list the facts.') : obey(e)),
  // Embeddings.
  'reversed-embeddings': e => embeds(e, vectorsFor(e).toReversed()),
  'one-embedding-less': e => embeds(e, vectorsFor(e).slice(1)),
  'same-index-twice': e =>
    embeds(
      e,
      vectorsFor(e).map(vector => ({ ...vector, index: 0 })),
    ),
  'mixed-dimensions': e =>
    embeds(
      e,
      vectorsFor(e).map((vector, at) => (at === 0 ? vector : { ...vector, embedding: standInVector('x', 5) })),
    ),
  'nan-embeddings': e =>
    embeds(
      e,
      vectorsFor(e).map(vector => ({ ...vector, embedding: [null, 1, 0, 0, 0, 0, 0, 0] })),
    ),
  'base64-embeddings': e =>
    embeds(
      e,
      vectorsFor(e).map(vector => ({
        ...vector,
        embedding: Buffer.from(Float32Array.from(vector.embedding as number[]).buffer).toString('base64'),
      })),
    ),
  'no-index': e =>
    embeds(
      e,
      vectorsFor(e).map(({ embedding }) => ({ embedding })),
    ),
  'batch-of-two': e =>
    e.body.input.length > 2 ? failure(400, { message: 'batch size 3 > maximum allowed batch size 2' })(e) : embeds(e, vectorsFor(e)),
  'no-dimensions': e =>
    e.body.dimensions === undefined
      ? embeds(e, vectorsFor(e, 8))
      : failure(400, { message: 'This model does not support specifying dimensions.' })(e),
  'no-empty-text': e => (e.body.input.includes('') ? failure(400, { message: "'$.input' is invalid." })(e) : embeds(e, vectorsFor(e))),
}

export async function startModelServer({ reply = () => 'Ana has a cat named Miso.' }: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: SentRequest[] = []
  const sockets = new Set<Socket>()
  const counts = new Map<string, number>()
  const unanswered = new Set<ServerResponse>()
  const server = createServer(async (message, response) => {
    let sent = ''
    for await (const chunk of message) sent += chunk
    const request: SentRequest = { path: message.url ?? '', headers: message.headers, body: JSON.parse(sent || '{}') }
    requests.push(request)
    unanswered.add(response)
    response.on('close', () => unanswered.delete(response))
    const model = String(request.body.model)
    const number = (counts.get(model) ?? 0) + 1
    counts.set(model, number)
    const names = model.split('+')
    const name = names[Math.min(number, names.length) - 1] ?? ''
    const embedding = request.path.endsWith('/embeddings')
    const exchange = { ...request, response, number, reply: embedding ? '' : reply(request.body.messages, request) }
    const behave = embedding && name === 'obey' ? (e: Exchange) => embeds(e, vectorsFor(e)) : behaviours[name]
    if (behave) await behave(exchange)
    else failure(404, { message: `model '${model}' not found` })(exchange)
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    host: `127.0.0.1:${port}`,
    requests,
    open: () => unanswered.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** One that ends with its test. */
export async function modelServer(context: TestContext, options?: ModelServerOptions): Promise<ModelServer> {
  const server = await startModelServer(options)
  context.after(server.close)
  return server
}

/** A clock for waits that take no time: `wait` moves it and writes down for how long. */
export function testClock(): {
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  readonly waits: readonly number[]
} {
  let time = 0
  const waits: number[] = []
  return {
    now: () => time,
    waits,
    async wait(ms) {
      waits.push(ms)
      time += ms
    },
  }
}
