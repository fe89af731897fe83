import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse, request as send } from 'node:http'
import { Socket } from 'node:net'
import test from 'node:test'
import { openEngram } from '../src/index.ts'
import { createServer, listen } from '../src/server.ts'
import { openMemoryStore } from '../src/testing.ts'
import { talk, testServer } from './support/server.fixture.ts'

/** fetch will not send these. */
function statusWith(url: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<{ status: number; cors: boolean }> {
  return new Promise((resolve, reject) => {
    const asked = send(`${url}/api/spaces`, { method, headers, agent: false }, reply => {
      reply.resume()
      resolve({ status: reply.statusCode ?? 0, cors: Object.keys(reply.headers).some(name => name.startsWith('access-control-')) })
    })
    asked.on('error', reject)
    asked.end()
  })
}

test('without keys it answers this machine only, by its own names and to its own pages (SEC-04)', async context => {
  const { url, server } = await testServer(context)
  const { port } = server
  assert.equal(new URL(url).hostname, '127.0.0.1')
  const hosts = { [`127.0.0.1:${port}`]: 200, [`localhost:${port}`]: 200, LOCALHOST: 200, [`[::1]:${port}`]: 200 }
  const foreign = ['evil.example', `127.0.0.1.evil.example:${port}`, 'localhost.evil.example', '0.0.0.0', '10.0.0.1', 'localhost.', '[::2]']
  for (const [host, status] of Object.entries(hosts)) assert.equal((await statusWith(url, { host })).status, status, host)
  for (const host of foreign) assert.equal((await statusWith(url, { host })).status, 403, host)
  assert.equal((await statusWith(url, { host: `localhost:${port}@evil.example` })).status, 400)
  const own = { origin: url }
  assert.equal((await statusWith(url, own)).status, 200)
  const origins = [
    'https://evil.example',
    'null',
    'file://',
    `http://127.0.0.1:${port + 1}`,
    `http://localhost.evil.example:${port}`,
    'http://localhost',
    '*',
    '',
  ]
  for (const origin of origins) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { status, cors } = await statusWith(url, { origin, 'access-control-request-method': 'POST' }, method)
      assert.deepEqual([status, cors], [403, false], `${method} from ${origin}`)
    }
  }
})

test('methods that no request can have are refused as any other wrong one', async context => {
  const { url } = await testServer(context)
  for (const method of ['TRACE', 'PROPFIND', 'REPORT']) assert.equal((await statusWith(url, {}, method)).status, 405, method)
})

test('a page can neither send turns as a form nor as plain text', async context => {
  const { call } = await testServer(context)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const { status } = await call('POST', '/api/spaces/ana/turns', {
      body: JSON.stringify({ turns: talk }),
      headers: { 'content-type': type },
    })
    assert.equal(status, 415, type)
  }
})

test('to listen where others can reach it, it needs a key', async context => {
  const engram = await openEngram({ store: openMemoryStore() })
  context.after(() => engram.close())
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'evil.example'])
    await assert.rejects(listen({ engram, tenant: 'default', port: 0, host }), {
      code: 'bad_config',
      field: 'host',
      message: /engram-r keys create/,
    })
})

test('a port that is taken is refused with what to do', async context => {
  const { server, engram } = await testServer(context)
  await assert.rejects(listen({ engram, tenant: 'default', port: server.port }), {
    code: 'bad_config',
    message: /is taken by another program.*choose another --port/,
  })
})

test('with a key in the store every request needs one, but for those of who watches over it or reads what there is', async context => {
  const { call, key } = await testServer(context)
  const admin = await key('acme')
  const paths = ['/api/spaces', '/api/export', '/api/jobs', '/metrics', '/nowhere', '/']
  for (const path of paths) {
    const { status, headers, json } = await call('GET', path)
    assert.deepEqual([status, json.code], [401, 'unauthorized'], path)
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer /)
  }
  for (const path of ['/health', '/ready', '/docs', '/openapi.json']) assert.equal((await call('GET', path)).status, 200, path)
  for (const path of paths.slice(0, -2)) assert.equal((await call('GET', path, { key: admin })).status, 200, path)
  assert.equal((await call('GET', '/api/spaces', { headers: { 'x-engram-key': admin } })).status, 200)
  assert.equal((await call('GET', '/api/spaces', { headers: { authorization: `bearer ${admin}` } })).status, 200)
})

test('only the whole key of the store opens the door, and never in the address (SEC-04)', async context => {
  const { call, key } = await testServer(context)
  const good = await key('acme')
  const last = good.at(-1) === 'A' ? 'B' : 'A'
  const wrong = [
    '',
    'x',
    good.slice(0, -1),
    `${good.slice(0, -1)}${last}`,
    `${good}A`,
    good.toUpperCase(),
    good.replace(/_.*_/, '_000000000000_'),
    `engram_${'0'.repeat(12)}_${'A'.repeat(43)}`,
    `${good},${good}`,
    "engram_' OR 1=1 --",
  ]
  for (const token of wrong)
    assert.equal((await call('GET', '/api/spaces', { headers: { authorization: `Bearer ${token}` } })).status, 401, token)
  for (const header of [`Basic ${btoa(`:${good}`)}`, good, `Token ${good}`]) {
    assert.equal((await call('GET', '/api/spaces', { headers: { authorization: header } })).status, 401, header)
  }
  for (const name of ['key', 'token', 'api_key', 'access_token', 'authorization', 'x-engram-key'])
    assert.equal((await call('GET', `/api/spaces?${name}=${good}`)).status, 401, name)
  assert.equal((await call('GET', '/api/spaces', { headers: { cookie: `key=${good}` } })).status, 401)
})

test('a key that is revoked opens nothing from the next request on, and the last one leaves the door shut', async context => {
  const { call, key, engram } = await testServer(context)
  const good = await key('acme')
  assert.equal((await call('GET', '/api/spaces', { key: good })).status, 200)
  for (const { id } of await engram.keys.keys('acme')) await engram.keys.removeKey('acme', id)
  assert.equal((await call('GET', '/api/spaces', { key: good })).status, 401)
  assert.equal((await call('GET', '/api/spaces')).status, 401)
})

test('a key may do what its right says, and no more', async context => {
  const { call, key } = await testServer(context)
  const keys = { read: await key('acme', 'read'), write: await key('acme', 'write'), admin: await key('acme', 'admin') }
  await call('POST', '/api/spaces/ana/turns', { body: { turns: talk }, key: keys.admin })
  const question = { question: 'Who has a cat?' }
  const needs: readonly (readonly ['read' | 'write' | 'admin', string, string, unknown?, string?])[] = [
    ['read', 'GET', '/api/spaces'],
    ['read', 'GET', '/api/spaces/ana/turns'],
    ['read', 'GET', '/api/spaces/ana/turns/t1'],
    ['read', 'GET', '/api/spaces/ana/memories'],
    ['read', 'POST', '/api/spaces/ana/recall', question],
    ['read', 'POST', '/api/spaces/ana/ask', question],
    ['read', 'GET', '/api/export'],
    ['write', 'POST', '/api/spaces/ana/turns', { turns: talk }],
    ['admin', 'GET', '/metrics'],
    ['admin', 'GET', '/api/jobs'],
    ['admin', 'POST', '/api/spaces/ana/jobs/retry', {}],
    ['admin', 'POST', '/api/spaces/ana/jobs/drop', {}],
    ['admin', 'POST', '/api/import', '', 'application/x-ndjson'],
    ['admin', 'POST', '/api/spaces/ana/forget', { type: 'all', dryRun: true }],
    ['admin', 'DELETE', '/api/spaces/ana/turns/t3'],
  ]
  const rank = ['read', 'write', 'admin']
  for (const [needed, method, path, body, type] of needs) {
    for (const right of ['read', 'write', 'admin'] as const) {
      const headers = type === undefined ? {} : { 'content-type': type }
      const { status, json } = await call(method, path, { body, headers, key: keys[right] })
      const allowed = rank.indexOf(right) >= rank.indexOf(needed)
      assert.deepEqual([status, json?.code], [allowed ? 200 : 403, allowed ? json?.code : 'forbidden'], `${method} ${path} with ${right}`)
    }
  }
})

test('a right that is missing is told before anything of the space is', async context => {
  const { call, key } = await testServer(context)
  const read = await key('acme', 'read')
  const missing = await call('DELETE', '/api/spaces/nowhere/turns/t1', { key: read })
  assert.deepEqual([missing.status, missing.json.code], [403, 'forbidden'])
})

test('nothing that is told or logged holds a key', async context => {
  const logged: unknown[] = []
  const { call, key, engram } = await testServer(context, { onFailure: (...told) => logged.push(told) })
  const good = await key('acme')
  const secret = good.split('_').slice(2).join('_')
  const replies = [
    await call('GET', '/api/spaces', { key: good }),
    await call('GET', '/metrics', { key: good }),
    await call('GET', '/api/export', { key: good }),
    await call('GET', '/nowhere', { key: good }),
    await call('GET', '/api/spaces', { key: `${good}x` }),
    await call('POST', '/api/spaces/ana/turns', { key: good, body: { turns: 3 } }),
  ]
  const failing = createServer({
    engram: { ...engram, spacePage: () => Promise.reject(new Error('broken')) },
    onFailure: (error, route) => logged.push([String(error), route]),
  })
  const reply = await failing.fetch(new Request('http://x/api/spaces', { headers: { authorization: `Bearer ${good}` } }))
  assert.equal(reply.status, 500)
  assert.equal(logged.length, 1)
  const told = JSON.stringify([
    logged,
    await reply.text(),
    replies.map(({ text, headers }) => [text, [...headers]]),
    await engram.keys.keys(null),
  ])
  assert.equal(told.includes(secret), false)
})

test('requests of one key that run at once are limited, and a stream counts until it has been sent', async context => {
  const gate = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const mounts = [{ path: '/slow', fetch: () => new Response(slowBody(started, gate)) }]
  const { url, call, key } = await testServer(context, { mounts, limits: { concurrency: 1 } })
  const [one, other] = [await key('acme'), await key('acme')]
  const slow = await fetch(`${url}/slow`, { headers: { 'x-engram-key': one } })
  await started.promise
  const refused = await call('GET', '/api/spaces', { key: one })
  assert.deepEqual([refused.status, refused.json.code, refused.headers.get('retry-after')], [429, 'too_many_requests', '1'])
  assert.equal((await call('GET', '/api/spaces', { key: other })).status, 200, 'of another key they are not')
  gate.resolve()
  assert.equal(await slow.text(), 'begun and done')
  await untilOk(() => call('GET', '/api/spaces', { key: one }))
})

test('a request whose asker has gone before it came to its turn leaves nothing that counts as running', async () => {
  const engram = await openEngram({ store: openMemoryStore() })
  const server = createServer({ engram, local: { tenant: 'default', right: 'admin' }, limits: { concurrency: 1 } })
  const asked = () => new Request('http://localhost/api/spaces')
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()))
  outgoing.destroy()
  for (let tries = 0; tries < 3; tries++) assert.equal((await server.fetch(asked(), { outgoing })).status, 499)
  assert.equal((await server.fetch(asked())).status, 200)
})

function slowBody(started: PromiseWithResolvers<void>, gate: PromiseWithResolvers<void>): ReadableStream<Uint8Array> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  return ReadableStream.from(
    (async function* () {
      yield bytes('begun')
      started.resolve()
      await gate.promise
      yield bytes(' and done')
    })(),
  )
}

/** The server hears of the end of a reply a little after its reader. */
async function untilOk(ask: () => Promise<{ readonly status: number }>): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) if ((await ask()).status === 200) return
  assert.fail('it still counts as running')
}
