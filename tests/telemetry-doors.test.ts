import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import test, { type TestContext } from 'node:test'
import { propagation, SpanKind, trace } from '@opentelemetry/api'
import { EngramError } from '../src/index.ts'
import { createMcp, type Mcp } from '../src/mcp.ts'
import { createProxy } from '../src/serve/proxy/proxy.ts'
import { connectFetchClient, type Era, eras } from './support/mcp-client.fixture.ts'
import { modelServer } from './support/model-server.fixture.ts'
import { proxyServer } from './support/proxy-server.fixture.ts'
import { chatReply, type RawRequest, rawUpstream } from './support/raw-upstream.fixture.ts'
import { talk, testServer } from './support/server.fixture.ts'
import { listen, named, tree } from './support/telemetry.fixture.ts'

// The doors as the SDK sees them: one request is one trace, the caller's where it names one.

const traceId = '0af7651916cd43dd8448eb211c80319c'
const callerSpan = 'b7ad6b7169203331'
const traceparent = `00-${traceId}-${callerSpan}-01`
const contentVariable = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'
function carryContent(context: TestContext): void {
  process.env[contentVariable] = 'true'
  context.after(() => delete process.env[contentVariable])
}

const chat = (fields: object = {}): string =>
  JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Where does Ana live?' }], ...fields })
const post = (url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

/** A server with a proxy at /v1 before what answers there, its memory holding something. */
async function served(context: TestContext, baseUrl: string) {
  const { engram } = await testServer(context)
  await engram.space({ tenant: 'default', space: 'ana' }).remember(talk)
  const exchanged = Promise.withResolvers<void>()
  const proxy = createProxy({ engram, upstreams: [{ baseUrl }], onExchange: () => exchanged.resolve() })
  const server = await testServer(context, { engram, mounts: [{ path: '/v1', fetch: proxy.fetch }] })
  return { ...server, recorded: exchanged.promise }
}
const ana = { 'x-engram-user': 'ana' }

test('a streamed chat through the proxy is one trace: the request, the search, the chat upstream, what is recorded', async context => {
  const model = await modelServer(context)
  const { url, recorded } = await served(context, model.baseUrl)
  const { spans, ended, sums } = listen(context)
  const reply = await post(`${url}/v1/chat/completions`, chat({ model: 'reasoning-reported', stream: true }), {
    ...ana,
    'x-engram-conversation': 'c1',
    'x-engram-mode': 'inject',
    traceparent,
    tracestate: 'theirs=1',
  })
  const said = await reply.text()
  await recorded
  await ended('POST /v1/*')
  const all = spans.getFinishedSpans()
  const lines = tree(all, callerSpan)
  assert.deepEqual(lines, ['POST /v1/*', '  search_memory', '    retrieval', '  chat reasoning-reported', '  create_memory'])
  assert.deepEqual(new Set(all.map(span => span.spanContext().traceId)), new Set([traceId]))

  const { kind, attributes, spanContext } = named(all, 'chat reasoning-reported')
  assert.equal(kind, SpanKind.CLIENT)
  const { 'gen_ai.response.time_to_first_chunk': first, 'gen_ai.usage.input_tokens': input, ...known } = attributes
  assert.ok(Number(first) > 0 && Number(input) > 0)
  assert.deepEqual(known, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'reasoning-reported',
    'gen_ai.request.stream': true,
    'gen_ai.conversation.id': 'c1',
    'gen_ai.response.id': 'c',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.cache_read.input_tokens': 64,
    'gen_ai.usage.output_tokens': 480,
    'gen_ai.usage.reasoning.output_tokens': 400,
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(model.baseUrl).port),
  })
  assert.deepEqual(named(all, 'POST /v1/*').attributes, {
    'http.request.method': 'POST',
    'http.route': '/v1/*',
    'http.response.status_code': 200,
  })
  assert.doesNotMatch(JSON.stringify(all.map(span => span.attributes)), /Ana|Lyon|live/, 'no words of anybody')
  const [sent] = model.requests
  assert.equal(sent?.headers.traceparent, `00-${traceId}-${spanContext.call(named(all, 'chat reasoning-reported')).spanId}-01`)
  assert.equal(sent?.headers.tracestate, 'theirs=1')
  assert.match(said, /\[DONE\]/)
  const counted = await sums()
  assert.equal(counted['gen_ai.client.inference.usage.output_tokens'], 480)
  assert.equal(counted['gen_ai.client.inference.duration'], 1)
})

test('what a client gets through the proxy is the same to the byte whether anybody listens or not', async context => {
  const bodies = [
    ' {"a": 1.0}\n',
    chatReply({ content: 'Hi.' }),
    'data: {"choices":[{"delta":{"content":"a"}}]}\r\n\r\ndata: [DONE]',
    '\u0000{',
  ]
  let answer = ''
  const upstream = await rawUpstream(context, response =>
    response.writeHead(200, { 'content-type': answer.startsWith('data') ? 'text/event-stream' : 'application/json' }).end(answer),
  )
  const { baseUrl } = await proxyServer(context, { upstreams: [{ baseUrl: upstream.origin }] })
  const ask = async () => {
    const replies: string[] = []
    for (answer of bodies) {
      const reply = await post(`${baseUrl}/chat/completions`, chat(), { 'x-engram-mode': 'off', traceparent })
      replies.push(Buffer.from(await reply.arrayBuffer()).toString('hex'))
    }
    return replies
  }
  const unheard = await ask()
  assert.deepEqual(
    unheard,
    bodies.map(body => Buffer.from(body).toString('hex')),
  )
  assert.equal(upstream.requests[0]?.headers.traceparent, traceparent, 'nobody listens: headers go on as they came')
  listen(context)
  assert.deepEqual(await ask(), unheard)
  assert.match(String(upstream.requests.at(-1)?.headers.traceparent), new RegExp(`^00-${traceId}-(?!${callerSpan})`))
  propagation.disable()
  assert.deepEqual(await ask(), unheard)
  assert.equal(upstream.requests.at(-1)?.headers.traceparent, traceparent, 'without a propagator too')
})

test('the proxy by itself opens the span of a request, unless one is active', async context => {
  const upstream = await rawUpstream(context, response => response.end(chatReply({ content: 'Hi.' })))
  const { baseUrl, proxy } = await proxyServer(context, { upstreams: [{ baseUrl: upstream.origin }] })
  const { spans } = listen(context)
  await (await post(`${baseUrl}/chat/completions`, chat(), ana)).text()
  await proxy.settled()
  assert.deepEqual(
    tree(spans.getFinishedSpans()).map(line => line.trim()),
    ['POST /v1/*', 'search_memory', 'retrieval', 'chat m', 'create_memory'],
  )
  spans.reset()
  const request = new Request('http://h/v1/chat/completions', { method: 'POST', body: chat(), headers: { ...ana, 'x-engram-mode': 'off' } })
  await trace.getTracer('app').startActiveSpan('app', async span => {
    await (await proxy.fetch(request, { tenant: 'acme', right: 'read' })).text()
    span.end()
  })
  assert.deepEqual(tree(spans.getFinishedSpans()), ['app', '  chat m'])
})

const usages: Readonly<Record<string, { readonly path: string; readonly reply: object | readonly object[]; readonly told: object }>> = {
  'the responses API': {
    path: '/responses',
    reply: [
      { type: 'response.created', response: { id: 'r1', model: 'm-1', status: 'in_progress', usage: null, error: null } },
      {
        type: 'response.incomplete',
        response: {
          id: 'r1',
          status: 'incomplete',
          incomplete_details: { reason: 'max_output_tokens' },
          usage: {
            input_tokens: 9,
            output_tokens: 5,
            input_tokens_details: { cached_tokens: 4 },
            output_tokens_details: { reasoning_tokens: 0 },
          },
        },
      },
    ],
    told: { id: 'r1', model: 'm-1', reasons: ['max_output_tokens'], input: 9, cached: 4, output: 5, reasoning: 0 },
  },
  "Anthropic's messages, whose input leaves out what was cached": {
    path: '/messages',
    reply: [
      {
        type: 'message_start',
        message: {
          id: 'a1',
          model: 'm-2',
          usage: { input_tokens: 3, cache_read_input_tokens: 10, cache_creation_input_tokens: 2, output_tokens: 1 },
        },
      },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
      { type: 'message_stop' },
    ],
    told: { id: 'a1', model: 'm-2', reasons: ['end_turn'], input: 15, cached: 10, output: 7, reasoning: undefined },
  },
  'chats of several choices, of which one is not told to have ended': {
    path: '/chat/completions',
    reply: {
      id: 'c1',
      choices: [
        { index: 1, finish_reason: 'length' },
        { index: 0, finish_reason: 'stop' },
        { index: 2, finish_reason: null },
      ],
    },
    told: {
      id: 'c1',
      model: undefined,
      reasons: ['stop', 'length'],
      input: undefined,
      cached: undefined,
      output: undefined,
      reasoning: undefined,
    },
  },
  'a reply that tells nothing': {
    path: '/chat/completions',
    reply: [],
    told: {
      id: undefined,
      model: undefined,
      reasons: undefined,
      input: undefined,
      cached: undefined,
      output: undefined,
      reasoning: undefined,
    },
  },
}
for (const [what, { path, reply, told }] of Object.entries(usages)) {
  test(`tokens, model and reasons are those that the reply tells: ${what}`, async context => {
    const upstream = await rawUpstream(context, response => {
      if (!Array.isArray(reply)) return response.end(JSON.stringify(reply))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.end(reply.map(event => `data: ${JSON.stringify(event)}\n\n`).join(''))
    })
    const { baseUrl, proxy } = await proxyServer(context, { upstreams: [{ baseUrl: upstream.origin }] })
    const { spans } = listen(context)
    await (
      await post(`${baseUrl}${path}`, JSON.stringify({ model: 'm', stream: Array.isArray(reply), messages: [], input: [] }), {
        'x-engram-mode': 'off',
      })
    ).text()
    await proxy.settled()
    const { attributes } = named(spans.getFinishedSpans(), 'chat m')
    assert.deepEqual(
      {
        id: attributes['gen_ai.response.id'],
        model: attributes['gen_ai.response.model'],
        reasons: attributes['gen_ai.response.finish_reasons'],
        input: attributes['gen_ai.usage.input_tokens'],
        cached: attributes['gen_ai.usage.cache_read.input_tokens'],
        output: attributes['gen_ai.usage.output_tokens'],
        reasoning: attributes['gen_ai.usage.reasoning.output_tokens'],
      },
      told,
    )
  })
}

test('embeddings that are passed on are a span of their own', async context => {
  const model = await modelServer(context)
  const { baseUrl, proxy } = await proxyServer(context, { upstreams: [{ baseUrl: model.baseUrl }] })
  const { spans, sums } = listen(context)
  await (await post(`${baseUrl}/embeddings`, JSON.stringify({ model: 'obey', input: ['a', 'b'] }))).text()
  await proxy.settled()
  const { kind, attributes } = named(spans.getFinishedSpans(), 'embeddings obey')
  assert.equal(kind, SpanKind.CLIENT)
  assert.deepEqual(
    [attributes['engram_r.embeddings.text.count'], attributes['gen_ai.usage.input_tokens'], attributes['gen_ai.response.model']],
    [2, 3, 'obey'],
  )
  assert.equal((await sums())['gen_ai.client.embeddings.duration'], 1)
})

test('how an upstream failed is told: its status, that it could not be reached, broke off, fell silent, told of an error, or that the client left', async context => {
  context.mock.method(console, 'error', () => {})
  const began = Promise.withResolvers<void>()
  const answers: Readonly<Record<string, (response: Parameters<Parameters<typeof rawUpstream>[1]>[0], request: RawRequest) => unknown>> = {
    '429': response => response.writeHead(429).end('{}'),
    upstream_broken: response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n', () => response.destroy())
    },
    upstream_timeout: response => response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n'),
    upstream_error: response => response.end('{"error":{"message":"no"}}'),
    cancelled: response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n')
      began.resolve()
    },
  }
  const upstream = await rawUpstream(context, (response, request) => answers[String(request.headers['x-kind'])]?.(response, request))
  const { spans, ended } = listen(context)
  const start = (silenceMs: number, baseUrl = upstream.origin) => proxyServer(context, { upstreams: [{ baseUrl }], limits: { silenceMs } })
  const patient = await start(60_000)
  const hasty = await start(200)
  const lost = await start(60_000, 'http://127.0.0.1:9')
  for (const kind of [...Object.keys(answers), 'upstream_unreachable']) {
    spans.reset()
    const { baseUrl } = kind === 'upstream_timeout' ? hasty : kind === 'upstream_unreachable' ? lost : patient
    const stop = new AbortController()
    const over = ended('chat m')
    const headers = { 'x-engram-mode': 'off', 'x-kind': kind }
    const asked = fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: chat(), headers, signal: stop.signal })
      .then(reply => reply.text())
      .catch(() => null)
    if (kind === 'cancelled') {
      await began.promise
      stop.abort()
    }
    await asked
    assert.equal((await over).attributes['error.type'], kind)
  }
})

test('a question over HTTP is one trace, without the name of a space; a request that fails says why', async context => {
  const broken = { path: '/broken', fetch: () => Promise.reject(new EngramError('store_busy', 'secret is busy.')) }
  const { call, engram } = await testServer(context, { mounts: [broken] })
  await engram.space({ tenant: 'default', space: 'secret' }).remember(talk)
  const { spans, ended } = listen(context)
  await call('POST', '/api/spaces/secret/ask', { body: { question: 'When did Ana move to Lyon?' }, headers: { traceparent } })
  const { kind, attributes } = await ended('POST /api/spaces/:space/ask')
  assert.equal(kind, SpanKind.SERVER)
  assert.deepEqual(attributes, {
    'http.request.method': 'POST',
    'http.route': '/api/spaces/:space/ask',
    'http.response.status_code': 200,
  })
  const all = spans.getFinishedSpans()
  assert.deepEqual(tree(all, callerSpan).slice(0, 4), [
    'POST /api/spaces/:space/ask',
    '  invoke_workflow engram-r ask',
    '    search_memory',
    '      retrieval',
  ])
  assert.deepEqual(new Set(all.map(span => span.spanContext().traceId)), new Set([traceId]))

  spans.reset()
  await call('GET', '/nothing/secret')
  const missing = await ended('GET')
  assert.deepEqual(missing.attributes, { 'http.request.method': 'GET', 'http.response.status_code': 404 })
  spans.reset()
  await call('GET', '/broken')
  const failed = await ended('GET /broken/*')
  assert.deepEqual([failed.attributes['http.response.status_code'], failed.attributes['error.type']], [503, 'store_busy'])
})

for (const era of Object.keys(eras) as Era[]) {
  test(`a call of a tool by a client of ${era} is a span under the trace that its _meta names`, async context => {
    const { engram } = await testServer(context)
    await engram.space({ tenant: 'acme', space: 'default' }).remember(talk)
    const mcp = createMcp({ engram: async () => engram, version: '1' })
    const client = await connectFetchClient(context, mcp, { tenant: 'acme', right: 'read' }, era)
    const { spans } = listen(context)
    const { isError } = await client.callTool({
      name: 'memory_search',
      arguments: { question: 'Where does Ana live?' },
      _meta: { traceparent },
    })
    assert.notEqual(isError, true)
    const all = spans.getFinishedSpans()
    assert.deepEqual(tree(all, callerSpan), ['execute_tool memory_search', '  search_memory', '    retrieval'])
    const { kind, attributes } = named(all, 'execute_tool memory_search')
    assert.equal(kind, SpanKind.SERVER)
    const { 'jsonrpc.request.id': id, 'mcp.protocol.version': version, ...known } = attributes
    assert.ok(String(id).length > 0)
    assert.match(String(version), era === '2026' ? /^2026-07-28$/ : /^2025-/)
    assert.deepEqual(known, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.provider.name': 'engram-r',
      'gen_ai.tool.name': 'memory_search',
      'mcp.method.name': 'tools/call',
    })
    assert.doesNotMatch(JSON.stringify(all.map(span => span.attributes)), /Lyon|live/)

    spans.reset()
    await client.callTool({ name: 'memory_get', arguments: { id: 'nothing' } })
    assert.equal(named(spans.getFinishedSpans(), 'execute_tool memory_get').attributes['error.type'], 'not_found')
  })
}

test('a resource that is read and a prompt that is asked for are spans too, which do not tell its address', async context => {
  const { engram } = await testServer(context)
  await engram.space({ tenant: 'acme', space: 'secret-space' }).remember(talk)
  const mcp = createMcp({ engram: async () => engram, version: '1' })
  const client = await connectFetchClient(context, mcp, { tenant: 'acme', right: 'read' }, '2026')
  const { spans } = listen(context)
  const _meta = { traceparent }
  await client.readResource({ uri: 'memory://secret-space/profile', _meta })
  await client.getPrompt({ name: 'recall', arguments: { question: 'Where does Ana live?', space: 'secret-space' }, _meta })
  await assert.rejects(client.readResource({ uri: 'memory://nowhere/stats', _meta }))
  const all = spans.getFinishedSpans()
  assert.deepEqual(tree(all, callerSpan), [
    'resources/read profile',
    'prompts/get recall',
    '  search_memory',
    '    retrieval',
    'resources/read stats',
  ])
  assert.equal(named(all, 'prompts/get recall').attributes['gen_ai.prompt.name'], 'recall')
  assert.equal(named(all, 'resources/read profile').attributes['mcp.method.name'], 'resources/read')
  assert.equal(named(all, 'resources/read stats').attributes['error.type'], 'unknown_space')
  const own = all.filter(({ name }) => name.includes('/')).map(span => span.attributes)
  assert.doesNotMatch(JSON.stringify(own), /secret|Lyon|live/)
})

test('a tool called through a server stands under the request, in the trace of its headers', async context => {
  const { engram } = await testServer(context)
  const mcp: Mcp = createMcp({ engram: async () => engram, version: '1' })
  const { url } = await testServer(context, { engram, mounts: [{ path: '/mcp', fetch: mcp.fetch }] })
  const { spans, ended } = listen(context)
  const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'memory_stats', arguments: {} } }
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18', traceparent }
  await (await post(`${url}/mcp`, JSON.stringify(call), headers)).text()
  await ended('POST /mcp/*')
  assert.deepEqual(tree(spans.getFinishedSpans(), callerSpan).slice(0, 2), ['POST /mcp/*', '  execute_tool memory_stats'])
  assert.equal(named(spans.getFinishedSpans(), 'execute_tool memory_stats').attributes['jsonrpc.request.id'], '7')
})

test('words pass through the doors into spans only where the variable of OpenTelemetry says so', async context => {
  carryContent(context)
  const model = await modelServer(context)
  const { url, engram, recorded } = await served(context, model.baseUrl)
  const { spans, ended } = listen(context)
  await (await post(`${url}/v1/chat/completions`, chat({ model: 'obey', stream: true }), ana)).text()
  await recorded
  await ended('POST /v1/*')
  const { attributes } = named(spans.getFinishedSpans(), 'chat obey')
  assert.match(
    String(attributes['gen_ai.input.messages']),
    /^\[\{"role":"user","parts":\[\{"type":"text","content":"<engram-memory>.*Lyon.*Where does Ana live\?"/,
  )
  assert.match(String(attributes['gen_ai.output.messages']), /"role":"assistant".*Miso/)
  const mcp = createMcp({ engram: async () => engram, version: '1', defaultSpace: 'ana' })
  const client = await connectFetchClient(context, mcp, { tenant: 'default', right: 'read' })
  await client.callTool({ name: 'memory_search', arguments: { question: 'Where does Ana live?' } })
  const tool = named(spans.getFinishedSpans(), 'execute_tool memory_search').attributes
  assert.equal(tool['gen_ai.tool.call.arguments'], '{"question":"Where does Ana live?"}')
  assert.match(String(tool['gen_ai.tool.call.result']), /Lyon/)
})

test('without an SDK no door loads the API', () => {
  const script = `
    import { registerHooks } from 'node:module'
    // prom-client loads the API for itself.
    registerHooks({
      resolve(name, context, next) {
        if (name.includes('@opentelemetry') && context.parentURL.includes('/src/')) console.log(name, context.parentURL)
        return next(name, context)
      },
    })
    const { openEngram } = await import('./src/index.ts')
    const { openMemoryStore } = await import('./src/testing.ts')
    const { createServer } = await import('./src/serve/server.ts')
    const { createProxy } = await import('./src/serve/proxy/proxy.ts')
    const { createMcp } = await import('./src/mcp.ts')
    const engram = await openEngram({ store: openMemoryStore() })
    const proxy = createProxy({ engram, upstreams: [{ baseUrl: 'http://127.0.0.1:9' }] })
    const mcp = createMcp({ engram: async () => engram, version: '1' })
    const mounts = [{ path: '/v1', fetch: proxy.fetch }, { path: '/mcp', fetch: mcp.fetch }]
    const server = createServer({ engram, local: { tenant: 't', right: 'admin' }, mounts })
    const ask = async (path, body, headers = {}) => {
      const reply = await server.fetch(new Request('http://127.0.0.1' + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }))
      console.log(path, reply.status)
    }
    await ask('/v1/chat/completions', { model: 'm', messages: [{ role: 'user', content: 'Hi.' }], user: 'ana' })
    await ask('/api/spaces/ana/turns', { turns: [{ speaker: 'Ana', text: 'I moved to Oslo.' }] })
    await ask('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'memory_stats', arguments: {} } }, { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' })`
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  assert.deepEqual(out.trim().split('\n'), ['/v1/chat/completions 502', '/api/spaces/ana/turns 201', '/mcp 200'])
})
