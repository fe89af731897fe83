import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import OpenAI from 'openai'
import { noChromium, openChromium } from './support/chromium.ts'
import { callTool } from './support/mcp-client.fixture.ts'
import { chatReply, rawUpstream } from './support/raw-upstream.fixture.ts'
import { runCli, temporaryFolder } from './support/run-cli.ts'
import { startServe } from './support/serve-process.fixture.ts'

// `engram-r serve` as a whole: the HTTP API, the proxy and MCP of one process, over one memory.

const model = (body: string): string => (/\[E1\] user: I moved to Seattle/.test(body) ? 'You live in Seattle.' : 'I do not know.')
const json = { 'content-type': 'application/json' }

test('what an OpenAI client says is remembered, and found over MCP and the HTTP API; keys hold at every door', async context => {
  const upstream = await rawUpstream(context, (response, { body }) =>
    response.writeHead(200, json).end(chatReply({ content: model(body) })),
  )
  const store = ['--store', join(temporaryFolder(context), 'memory.db')]
  const { key } = (await runCli(['keys', 'create', '--right', 'write', '--tenant', 'acme', '--json', ...store])).json
  const other = (await runCli(['keys', 'create', '--right', 'admin', '--tenant', 'other', '--json', ...store])).json.key
  const { url, call, child, ended } = await startServe(context, [...store, '--upstream', upstream.origin], {
    ENGRAM_UPSTREAM_API_KEY: 'sk-upstream-1',
  })

  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 })
  const ask = async (content: string): Promise<string | null | undefined> => {
    const { choices } = await client.chat.completions.create({ model: 'm', user: 'ana', messages: [{ role: 'user', content }] })
    return choices[0]?.message.content
  }
  assert.equal(await ask('I moved to Seattle for a new job.'), 'I do not know.')
  assert.equal(await ask('Where do I live now?'), 'You live in Seattle.')
  assert.deepEqual(
    upstream.requests.map(({ headers }) => headers.authorization),
    ['Bearer sk-upstream-1', 'Bearer sk-upstream-1'],
  )

  const connect = async (token: string): Promise<Client> => {
    const mcp = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
    context.after(() => mcp.close())
    return mcp
  }
  const found = await callTool(await connect(key), 'memory_search', { question: 'Where do I live?', space: 'ana' })
  assert.match(found.text, /I moved to Seattle for a new job/)
  assert.doesNotMatch(
    (await callTool(await connect(other), 'memory_search', { question: 'Where do I live?', space: 'ana' })).sent,
    /Seattle/,
  )

  const turns = await call('GET', '/api/spaces/ana/turns', { key })
  assert.deepEqual(
    turns.json.items.map(({ text }: { readonly text: string }) => text),
    ['I moved to Seattle for a new job.', 'I do not know.', 'Where do I live now?', 'You live in Seattle.'],
  )
  for (const [method, path] of [
    ['GET', '/api/spaces'],
    ['GET', '/v1/models'],
    ['POST', '/mcp'],
  ] as const) {
    assert.equal((await call(method, path)).status, 401, path)
  }
  assert.equal((await call('GET', '/api/spaces/ana/turns', { key: other })).status, 404)
  child.kill('SIGTERM')
  assert.equal((await ended).code, 0)
})

test('what is refused at /v1 is told in the shape of its API, which its clients read', async context => {
  const upstream = await rawUpstream(context, response => response.writeHead(200, json).end(chatReply({ content: 'Fine.' })))
  const store = ['--store', join(temporaryFolder(context), 'memory.db')]
  const { key } = (await runCli(['keys', 'create', '--right', 'write', '--json', ...store])).json
  const { url, call } = await startServe(context, [...store, '--upstream', upstream.origin])
  const wrong = key.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A'))
  const messages = [{ role: 'user' as const, content: 'Hi.' }]

  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: wrong, maxRetries: 0 })
  await assert.rejects(openai.chat.completions.create({ model: 'm', messages }), (error: unknown) => {
    assert.ok(error instanceof OpenAI.AuthenticationError)
    assert.equal(error.code, 'unauthorized')
    assert.equal(error.type, 'invalid_request_error')
    assert.match(error.message, /^401 The key is not one of this server, or was revoked/)
    return true
  })
  const anthropic = new Anthropic({ baseURL: url, apiKey: wrong, maxRetries: 0 })
  await assert.rejects(anthropic.messages.create({ model: 'm', max_tokens: 9, messages }), (error: unknown) => {
    assert.ok(error instanceof Anthropic.AuthenticationError)
    assert.equal(error.type, 'authentication_error')
    assert.match(error.message, /The key is not one of this server, or was revoked/)
    return true
  })
  const refused = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0, defaultHeaders: { 'x-engram-mode': 'on' } })
  await assert.rejects(refused.messages.create({ model: 'm', max_tokens: 9, messages }), (error: unknown) => {
    assert.ok(error instanceof Anthropic.BadRequestError)
    assert.match(error.message, /x-engram-mode: expected inject/)
    return true
  })
  assert.equal(upstream.requests.length, 0)
  await refused.withOptions({ defaultHeaders: {} }).messages.create({ model: 'm', max_tokens: 9, messages })
  assert.equal(upstream.requests[0]?.headers['x-api-key'], undefined, 'a key of ours never leaves')
  assert.equal((await call('GET', '/api/spaces')).headers.get('content-type'), 'application/problem+json')
})

test('without an upstream there is no proxy, and the address of one is checked at the start', async context => {
  const store = ['--store', join(temporaryFolder(context), 'memory.db')]
  const { call } = await startServe(context, store)
  assert.equal((await call('POST', '/v1/chat/completions', { body: {} })).status, 404)
  const wrong = await runCli(['serve', '--port', '0', '--upstream', 'ftp://x', '--json', ...store])
  assert.deepEqual([wrong.code, wrong.json.error.code, wrong.json.error.field], [2, 'bad_config', 'upstream'])
  const itself = await runCli(['serve', '--port', '3999', '--upstream', 'http://localhost:3999/v1', '--json', ...store])
  assert.deepEqual([itself.code, itself.json.error.code, itself.json.error.field], [2, 'bad_config', 'upstream'])
  assert.match(itself.json.error.message, /is this server itself/)
})

test('a page of another origin can neither read nor write, nor can one whose name leads here (SEC-04)', {
  skip: noChromium,
}, async context => {
  const upstream = await rawUpstream(context, response => response.writeHead(200, json).end(chatReply({ content: 'Hello.' })))
  const { url, call } = await startServe(context, ['--store', join(temporaryFolder(context), 'memory.db'), '--upstream', upstream.origin])
  const { port } = new URL(url)
  const page = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>a page</title>'))
  await new Promise<void>(resolve => page.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    page.closeAllConnections()
    page.close()
  })
  const elsewhere = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
  const browser = await openChromium(context, ['--host-resolver-rules=MAP rebound.example 127.0.0.1'])

  /** What a page of this address gets to see of each door, asked in every way that needs no consent and in those that do. */
  const tried = async (from: string): Promise<readonly string[]> => {
    const tab = await browser.newPage()
    await tab.goto(from)
    return tab.evaluate(async base => {
      const turns = JSON.stringify({ turns: [{ speaker: 'Eve', text: 'I was here.' }] })
      const chat = JSON.stringify({ model: 'm', user: 'ana', messages: [{ role: 'user', content: 'I was here.' }] })
      const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      const asked: readonly (readonly [string, string, string | null])[] = [
        ['GET', '/api/spaces', null],
        ['GET', '/api/export', null],
        ['GET', '/openapi.json', null],
        ['POST', '/api/spaces/ana/turns', turns],
        ['POST', '/v1/chat/completions', chat],
        ['POST', '/mcp', ping],
      ]
      const seen: string[] = []
      for (const [method, path, body] of asked) {
        for (const type of ['application/json', 'text/plain']) {
          for (const mode of ['cors', 'no-cors'] as const) {
            const headers = { 'content-type': type, accept: 'application/json, text/event-stream' }
            const reply = await fetch(base + path, { method, mode, ...(body !== null && { body, headers }) }).catch(() => null)
            if (reply?.type === 'basic' || reply?.type === 'cors') seen.push(`${method} ${path} ${reply.status}`)
          }
        }
      }
      return [...new Set(seen)]
    }, url)
  }

  assert.deepEqual(await tried(elsewhere), [])
  const rebound = await browser.newPage()
  assert.equal((await rebound.goto(`http://rebound.example:${port}/openapi.json`))?.status(), 403)
  assert.deepEqual((await call('GET', '/api/spaces')).json.items, [])
  assert.deepEqual(upstream.requests, [])
  // One of its own may.
  assert.ok((await tried(`${url}/health`)).includes('POST /api/spaces/ana/turns 201'))
})
