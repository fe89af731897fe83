import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import test, { type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type ProxyServer, type ProxyServerOptions, proxyServer } from './support/proxy-server.fixture.ts'
import { chatChunk, chatReply, eventLines, type RawRequest, rawUpstream } from './support/raw-upstream.fixture.ts'

// The proxy to the byte, in front of a server that says exactly what the test wants.

/** Replies go out over the connection of the client, or, where the proxy is not told of it, as a response of the web. */
function atEachDoor(name: string, work: (context: TestContext, door: 'connection' | 'web') => Promise<void>): void {
  for (const door of ['connection', 'web'] as const) test(`${name} (${door})`, context => work(context, door))
}

type Answer = (response: ServerResponse, request: RawRequest) => unknown

async function start(context: TestContext, answer: Answer, options: ProxyServerOptions = {}) {
  const upstream = await rawUpstream(context, answer)
  const proxy = await proxyServer(context, { upstreams: [{ baseUrl: upstream.origin }], ...options })
  return { upstream, proxy }
}

const body = (fields: object = {}): string =>
  JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'I moved to Seattle.' }], ...fields })
const post = (baseUrl: string, sent: string | Uint8Array<ArrayBuffer> = body(), init: RequestInit = {}): Promise<Response> =>
  fetch(`${baseUrl}/chat/completions`, {
    ...init,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-engram-user': 'ana', ...init.headers },
    body: sent,
  })
const said = async ({ engram }: ProxyServer, space = 'ana'): Promise<readonly string[]> =>
  (await engram.space({ tenant: 'acme', space }).turns()).map(({ text }) => text)
/** The server under the proxy tells the console of each reply that broke. */
const quiet = (context: TestContext): void => void context.mock.method(console, 'error', () => {})
const eventStream = { 'content-type': 'text/event-stream; charset=utf-8' }

atEachDoor('in mode off, status, headers and body are those of a direct call, and so is the request', async (context, door) => {
  const answers: Readonly<Record<string, Answer>> = {
    json: response =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'r1', 'openai-processing-ms': '5' })
        .end(' {"a": 1.0}\n'),
    stream: response => response.writeHead(200, eventStream).end(': hi\r\ndata:{}\r\n\r\ndata: [DONE]'),
    empty: response => response.writeHead(204, { 'x-request-id': 'r2' }).end(),
    redirect: response =>
      response.writeHead(307, { 'content-type': 'text/html', location: 'http://127.0.0.1:9/v1/elsewhere' }).end('moved'),
    failure: response =>
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '7', 'x-ratelimit-reset-tokens': '6m0s' })
        .end('{"error":{"message":"slow"}}'),
    teapot: response => response.writeHead(418, { 'content-type': 'application/octet-stream' }).end(Buffer.from([0, 255, 254, 10])),
  }
  const { upstream, proxy } = await start(
    context,
    (response, { headers }) => answers[String(headers['x-kind'])]?.(response, { method: '', path: '', headers, body: '' }),
    { door },
  )
  const sent = `{"messages":[],"n":1e400, "n": 12345678901234567890 }`
  for (const kind of Object.keys(answers)) {
    const ask = async (baseUrl: string) => {
      const response = await post(baseUrl, sent, {
        redirect: 'manual',
        headers: { 'x-kind': kind, 'x-engram-mode': 'off', authorization: 'Bearer sk-1' },
      })
      const headers = [...response.headers].filter(
        ([name]) => !['date', 'x-engram-request-id', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
      )
      return {
        status: response.status,
        text: response.statusText,
        headers,
        body: Buffer.from(await response.arrayBuffer()).toString('hex'),
      }
    }
    assert.deepEqual(await ask(proxy.baseUrl), await ask(`${upstream.origin}/v1`), kind)
  }
  const [through, direct] = upstream.requests
  assert.deepEqual([through?.body, through?.path, through?.headers.authorization], [sent, direct?.path, direct?.headers.authorization])
  assert.equal(through?.headers['content-length'], String(sent.length))
  assert.deepEqual(await proxy.engram.spaces(), [])
})

test('bodies that are compressed although nobody asked come out whole, and are read', async context => {
  const reply = chatReply({ content: 'Seattle is lovely.' })
  const { proxy, upstream } = await start(context, response =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(reply)),
  )
  const response = await post(proxy.baseUrl)
  assert.equal(await response.text(), reply)
  assert.equal(response.headers.get('content-encoding'), null)
  assert.equal(upstream.requests[0]?.headers['accept-encoding'], 'identity')
  assert.equal((await proxy.exchange(1)).stored, 2)
})

test('a request that comes back to the proxy that sent it is refused; one that comes through another goes on', async context => {
  let back = ''
  // A gateway that was told the address of the proxy instead of that of the models.
  const gateway = await rawUpstream(context, async (response, { headers, body: sent }) => {
    const hops = String(headers['x-engram-hops'])
    const reply = await post(back, sent, { headers: { 'x-engram-hops': hops } })
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
  })
  const first = await proxyServer(context, { upstreams: [{ baseUrl: gateway.origin }] })
  back = first.baseUrl
  const looped = await post(first.baseUrl)
  assert.equal(looped.status, 508)
  assert.match(await looped.text(), /"code":"upstream_loop"/)
  assert.equal(gateway.requests.length, 1)
  assert.equal((await first.exchange(1)).stored, 0)
  const { proxy: second, upstream } = await start(context, response => response.end(chatReply({ content: 'Fine.' })))
  back = second.baseUrl
  assert.equal(await (await post(first.baseUrl)).text(), chatReply({ content: 'Fine.' }))
  assert.equal(String(upstream.requests[0]?.headers['x-engram-hops']).split(', ').length, 2)
})

test('a reply that can not be passed on is an error of the upstream, or breaks off, and its exchange ends', async context => {
  quiet(context)
  const answers: readonly Answer[] = [
    response => response.writeHead(999).end('odd'),
    response => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all'),
  ]
  let number = 0
  const { proxy } = await start(context, (response, request) => answers[number]?.(response, request))
  const odd = await post(proxy.baseUrl)
  assert.equal(odd.status, 502)
  assert.match(await odd.text(), /999 is no status/)
  assert.equal((await proxy.exchange(1)).complete, false)
  number = 1
  await assert.rejects(post(proxy.baseUrl).then(response => response.text()))
  assert.equal((await proxy.exchange(2)).complete, false)
})

test('requests that memory can not read go on as they came', async context => {
  const { proxy, upstream } = await start(context, response => response.end(chatReply({ content: 'Fine.' })))
  for (const sent of ['{"messages":', '[]', 'null', '{"messages":"x"', '{"messages":{}}', '\ufeff{"messages":[]}', '{"model":"m"}']) {
    const response = await post(proxy.baseUrl, sent)
    assert.equal(await response.text(), chatReply({ content: 'Fine.' }))
    assert.match(response.headers.get('x-engram-error') ?? '', /^not_understood/, sent)
    assert.equal(upstream.requests.at(-1)?.body, sent)
  }
  await post(proxy.baseUrl, gzipSync(body()), { headers: { 'content-encoding': 'gzip' } }).then(response => response.text())
  assert.equal(upstream.requests.at(-1)?.headers['content-encoding'], 'gzip')
  assert.deepEqual(await proxy.engram.spaces(), [])
})

test('a stream cut at any byte is the same to the client and to memory (PRX-02)', async context => {
  const forms = [
    eventLines([
      chatChunk({ role: 'assistant', content: '' }),
      chatChunk({ content: '<think>x</think>Hi 你好🎉' }),
      chatChunk({}, 'stop'),
      '[DONE]',
    ]),
    eventLines(
      [chatChunk({ content: '<thi' }), chatChunk({ content: 'nk>x</think>Hi 你' }), chatChunk({ content: '好🎉' }), chatChunk({}, 'stop')],
      '\r\n\r\n',
    ),
    `: keep alive\n\n${eventLines([chatChunk({ content: 'Hi 你好🎉' }, 'stop')])
      .replace('data: ', 'data:')
      .trimEnd()}`,
  ]
  let form = Buffer.alloc(0)
  let cut = 0
  const { proxy } = await start(context, async response => {
    response.writeHead(200, eventStream)
    response.socket?.setNoDelay(true)
    response.write(form.subarray(0, cut))
    await new Promise(resolve => setImmediate(resolve))
    response.end(form.subarray(cut))
  })
  let number = 0
  for (const [index, text] of forms.entries()) {
    form = Buffer.from(text)
    for (cut = 0; cut <= form.length; cut += index === 0 ? 1 : 7) {
      const response = await post(proxy.baseUrl, body(), { headers: { 'x-engram-user': `u${number}` } })
      assert.equal(Buffer.compare(Buffer.from(await response.arrayBuffer()), form), 0)
      const exchange = await proxy.exchange(++number)
      assert.deepEqual([exchange.complete, exchange.stored], [true, 2], `${index} cut at ${cut}`)
      assert.deepEqual(await said(proxy, `u${number - 1}`), ['I moved to Seattle.', 'Hi 你好🎉'])
    }
  }
})

test('calls of tools in every form that servers stream them pass as they are, and are no answer to record (PRX-01)', async context => {
  const call = (fields: object) => chatChunk({ tool_calls: [fields] })
  const fn = (name: string | undefined, args: unknown) => ({ function: { ...(name && { name }), arguments: args } })
  const forms = [
    [call({ index: 0, id: 'abc', type: 'function', ...fn('f', '{}') }), call({ index: 0, id: 'def', type: 'function', ...fn('g', '{}') })],
    [call({ id: 'abc', ...fn('f', '{}') }), call({ id: 'def', ...fn('g', '{}') })],
    [
      call({ index: 0, id: 'abc', ...fn('f', '') }),
      ...['{"a', '":', ' "', 'b', '"}'].map(part => call({ index: 0, id: '', ...fn(undefined, part) })),
    ],
    [call({ index: 0, id: 'abc', ...fn('f', { a: 1 }) }), chatChunk({ tool_calls: null }), chatChunk({ tool_calls: 'odd', content: 7 })],
    [chatChunk({ function_call: { name: 'f', arguments: '{}' } })],
  ].map(chunks => eventLines([...chunks, chatChunk({}, 'tool_calls'), '[DONE]']))
  let number = 0
  const { proxy } = await start(context, response => response.writeHead(200, eventStream).end(forms[number]))
  for (const form of forms) {
    assert.equal(await (await post(proxy.baseUrl)).text(), form)
    const { complete } = await proxy.exchange(++number)
    assert.equal(complete, true)
    assert.deepEqual(await said(proxy), ['I moved to Seattle.'])
  }
})

atEachDoor(
  'whatever an upstream does, bytes arrive as they were sent, nothing hangs, and only a whole answer is stored',
  async (context, door) => {
    quiet(context)
    interface Script {
      readonly text: string
      readonly cuts: readonly number[]
      readonly end: string
      readonly dies: boolean
      readonly finishes: boolean
      readonly done: boolean
    }
    const scripts: fc.Arbitrary<Script> = fc.record({
      text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter(text => text.trim() !== '' && !/[<{|]/.test(text)),
      cuts: fc.array(fc.nat(600), { maxLength: 12 }).map(cuts => cuts.toSorted((a, b) => a - b)),
      end: fc.constantFrom('\n\n', '\r\n\r\n', '\r\r'),
      dies: fc.boolean(),
      finishes: fc.boolean(),
      done: fc.boolean(),
    })
    let script: Script | null = null
    let wrote = Buffer.alloc(0)
    const { proxy } = await start(
      context,
      async response => {
        if (script === null) return
        const { text, cuts, end, dies, finishes, done } = script
        const chunks = [...text].map(content => chatChunk({ content }))
        const whole = Buffer.from(eventLines([...chunks, ...(finishes ? [chatChunk({}, 'stop')] : []), ...(done ? ['[DONE]'] : [])], end))
        wrote = Buffer.alloc(0)
        response.writeHead(200, eventStream)
        response.flushHeaders()
        for (const [from, to] of [0, ...cuts].map((cut, index) => [cut, cuts[index] ?? (dies ? cut : whole.length)] as const)) {
          const chunk = whole.subarray(from, to)
          wrote = Buffer.concat([wrote, chunk])
          if (chunk.length > 0) response.write(chunk)
          await new Promise(resolve => setImmediate(resolve))
        }
        if (dies) response.destroy()
        else response.end()
      },
      { door },
    )
    let number = 0
    await fc.assert(
      fc.asyncProperty(scripts, async one => {
        script = one
        const space = `u${number}`
        const received: Uint8Array[] = []
        let broke = false
        try {
          const response = await post(proxy.baseUrl, body(), { headers: { 'x-engram-user': space } })
          for await (const chunk of response.body ?? []) received.push(chunk)
        } catch {
          broke = true
        }
        const bytes = Buffer.concat(received)
        const { complete } = await proxy.exchange(++number)
        assert.equal(broke, one.dies)
        assert.equal(complete, !one.dies)
        // What was on its way when the upstream died may be lost; what came is as it was sent.
        assert.equal(Buffer.compare(bytes, one.dies ? wrote.subarray(0, bytes.length) : wrote), 0)
        const stored = !one.dies && one.finishes
        assert.deepEqual(await said(proxy, space), stored ? ['I moved to Seattle.', one.text.toWellFormed().trim()].slice(0, 2) : [])
      }),
      { numRuns: 120 },
    )
  },
)

atEachDoor('a client that leaves ends the request upstream, and half an answer is not stored (PRX-02, NET-02)', async (context, door) => {
  const { proxy, upstream } = await start(
    context,
    response => {
      response.writeHead(200, eventStream)
      response.write(eventLines([chatChunk({ content: 'Half of' })]))
    },
    { door },
  )
  const leave = new AbortController()
  const response = await post(proxy.baseUrl, body(), { signal: leave.signal })
  const reader = response.body?.getReader()
  await reader?.read()
  leave.abort()
  await upstream.closed(1)
  const exchange = await proxy.exchange(1)
  assert.deepEqual([exchange.complete, exchange.stored], [false, 0])
  await proxy.proxy.settled()
  assert.deepEqual(await proxy.engram.spaces(), [])
})

test('a client that leaves before anything came ends the request upstream too', async context => {
  const arrived = Promise.withResolvers<void>()
  const { proxy, upstream } = await start(context, () => arrived.resolve())
  const leave = new AbortController()
  const asked = assert.rejects(post(proxy.baseUrl, body(), { signal: leave.signal }))
  await arrived.promise
  leave.abort()
  await asked
  await upstream.closed(1)
  assert.equal((await proxy.exchange(1)).complete, false)
})

atEachDoor(
  'an upstream that falls silent is given up, before its reply or within it, and one that is not there is named (NET-02)',
  async (context, door) => {
    quiet(context)
    const answers: readonly Answer[] = [
      () => {},
      response => void response.writeHead(200, { 'content-type': 'application/json' }).write(' '),
      response => void response.writeHead(200, eventStream).write(eventLines([chatChunk({ content: 'Hi' })])),
    ]
    let number = 0
    const { proxy, upstream } = await start(context, (response, request) => answers[number]?.(response, request), {
      limits: { silenceMs: 60 },
      door,
    })
    const silent = await post(proxy.baseUrl)
    assert.equal(silent.status, 504)
    assert.match(await silent.text(), /"code":"upstream_timeout"/)
    await upstream.closed(1)
    for (number = 1; number < 3; number++) {
      const response = await post(proxy.baseUrl)
      assert.equal(response.status, 200)
      await assert.rejects(response.text())
      await upstream.closed(number + 1)
      assert.equal((await proxy.exchange(number + 1)).complete, false)
    }
    const nowhere = await proxyServer(context, { upstreams: [{ baseUrl: 'http://127.0.0.1:1', apiKey: 'sk-very-secret-1' }] })
    const refused = await post(nowhere.baseUrl)
    assert.equal(refused.status, 502)
    const told = await refused.text()
    assert.match(told, /127\.0\.0\.1:1 could not be reached.*"code":"upstream_unreachable"/)
    assert.ok(!told.includes('sk-very'))
  },
)

test('two hundred streams at once are all read to their end and recorded', async context => {
  const streams = 200
  const chunks = 20
  const text = (stream: string): string =>
    eventLines(
      Array.from({ length: chunks }, (_, number) => chatChunk({ content: `${stream}/${number} ` }, number === chunks - 1 ? 'stop' : null)),
    )
  const { proxy } = await start(context, async (response, { headers }) => {
    response.writeHead(200, eventStream)
    for (const event of text(String(headers['x-stream'])).split(/(?<=\n\n)/)) {
      response.write(event)
      await new Promise(resolve => setImmediate(resolve))
    }
    response.end()
  })
  const names = Array.from({ length: streams }, (_, stream) => String(stream))
  const replies = await Promise.all(
    names.map(async stream =>
      (await post(proxy.baseUrl, body(), { headers: { 'x-engram-user': `u${stream}`, 'x-stream': stream } })).text(),
    ),
  )
  assert.deepEqual(replies, names.map(text))
  await proxy.exchange(streams)
  assert.equal((await proxy.engram.spaces()).filter(({ turns }) => turns === 2).length, streams)
})

atEachDoor('a reply is read no faster than its client reads, and holds up no other', async (context, door) => {
  const chunk = Buffer.alloc(2 ** 18, 'x')
  // Far more than the sockets on the way can hold.
  const total = 2 ** 26
  const wrote = new Map<string, number>()
  const upstream = await rawUpstream(context, async (response, { headers }) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    for (let sent = 0; sent < total; sent += chunk.length) {
      wrote.set(String(headers['x-stream']), sent)
      if (!response.write(chunk)) await once(response, 'drain')
    }
    response.end()
  })
  const { proxy } = await proxyServer(context, { upstreams: [{ baseUrl: upstream.origin }], door })
  const ask = async (stream: string): Promise<ReadableStreamDefaultReader<Uint8Array>> => {
    const headers = { 'x-engram-user': 'ana', 'x-stream': stream }
    const request = new Request('http://127.0.0.1/v1/chat/completions', { method: 'POST', headers, body: body() })
    const reader = (await proxy.fetch(request, { tenant: 'acme', right: 'write' })).body?.getReader()
    assert.ok(reader)
    return reader
  }
  const readAll = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<number> => {
    let size = 0
    for (let next = await reader.read(); !next.done; next = await reader.read()) size += next.value.length
    return size
  }
  const slow = await ask('slow')
  const first = await slow.read()
  assert.equal(await readAll(await ask('quick')), total)
  assert.ok((wrote.get('slow') ?? 0) < total / 2, 'what nobody reads is not fetched')
  assert.equal((first.value?.length ?? 0) + (await readAll(slow)), total)
})
