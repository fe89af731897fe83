import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import test, { type TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { callTool, type Era, eras, hello } from './support/mcp-client.fixture.ts'
import { main, runCli, temporaryFolder } from './support/run-cli.ts'

interface HttpServer {
  readonly url: string
  readonly stop: () => Promise<number | null>
}

async function startHttp(context: TestContext): Promise<HttpServer> {
  const store = join(temporaryFolder(context), 'm.db')
  const child = spawn(process.execPath, [main, 'mcp', '--http', '--port', '0', '--store', store])
  context.after(() => child.kill('SIGKILL'))
  const exited = new Promise<number | null>(resolve => child.on('close', resolve))
  for await (const line of createInterface({ input: child.stderr })) {
    const [url] = /http:\S+\/mcp/.exec(line) ?? []
    if (url === undefined) continue
    return {
      url,
      stop() {
        child.kill('SIGTERM')
        return exited
      },
    }
  }
  throw new Error('The server ended before it listened.')
}

function send(url: string, method: string, headers: Record<string, string>, body = ''): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, response => {
      response.resume()
      resolve(response)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

for (const era of Object.keys(eras) as Era[]) {
  test(`a client of ${era} works over HTTP, and hears of progress`, async context => {
    const { url, stop } = await startHttp(context)
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: eras[era] } })
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    const turns = Array.from({ length: 150 }, (_, index) => ({ speaker: 'Ana', text: `Loaf ${index} was sourdough.` }))
    const told: number[] = []
    await client.callTool({ name: 'memory_add', arguments: { turns } }, { onprogress: ({ progress }) => told.push(progress) })
    assert.deepEqual(told, [100, 150])
    assert.ok((await callTool(client, 'memory_search', { question: 'Which loaf was sourdough?' })).structured.found > 0)
    await client.close()
    assert.equal(await stop(), 0)
  })
}

test('a page in a browser gets nowhere: foreign hosts and origins are refused, and no preflight is granted', async context => {
  const { url, stop } = await startHttp(context)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello('2025-06-18') })
  const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const statusOf = async (headers: Record<string, string>): Promise<number | undefined> =>
    (await send(url, 'POST', { ...usual, ...headers }, body)).statusCode
  assert.equal(await statusOf({}), 200)
  assert.equal(await statusOf({ host: 'evil.example' }), 403)
  assert.equal(await statusOf({ origin: 'https://evil.example' }), 403)
  assert.equal(await statusOf({ origin: 'null' }), 403)
  assert.equal(await statusOf({ 'content-type': 'text/plain' }), 415)
  const preflight = await send(url, 'OPTIONS', { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' })
  assert.equal(preflight.headers['access-control-allow-origin'], undefined)
  assert.notEqual(preflight.statusCode, 200)
  assert.equal((await send(new URL('/', url).href, 'GET', {})).statusCode, 404)
  assert.equal((await send(url, 'GET', {})).statusCode, 405)
  assert.equal(await stop(), 0)
})

test('it is bound to this machine: any other host is refused before it listens', async () => {
  for (const host of ['0.0.0.0', '::', '192.168.0.1', 'example.org']) {
    const { code, stderr } = await runCli(['mcp', '--http', '--host', host, '--port', '0'])
    assert.equal(code, 2)
    assert.match(stderr, /host: expected one of 127\.0\.0\.1, ::1, localhost/)
  }
  assert.equal((await runCli(['mcp', '--http', '--port', 'many'])).code, 2)
})
