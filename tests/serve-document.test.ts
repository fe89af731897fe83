import assert from 'node:assert/strict'
import test from 'node:test'
import { errorCodes } from '../src/errors.ts'
import { openEngram } from '../src/index.ts'
import { createServer } from '../src/server.ts'
import { openMemoryStore } from '../src/testing.ts'
import { testServer } from './support/server.fixture.ts'

const server = createServer({ engram: await openEngram({ store: openMemoryStore() }), local: { tenant: 'default', right: 'admin' } })
const document = server.document()
const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)

test('every route is described, and nothing else is', () => {
  const routes = server.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  assert.deepEqual(operations.map(({ name }) => name).toSorted(), [...new Set(routes)].toSorted())
  assert.ok(routes.length >= 19)
})

test('every route says what it does, which right it needs, and all that it may reply', () => {
  for (const { name, operation } of operations) {
    assert.ok(operation.summary.length > 0, name)
    assert.match(operation.description, /Right: (?:read|write|admin)\.$|^Needs no key\.$/, name)
    const statuses = Object.keys(operation.responses)
    for (const status of ['400', '401', '403', '429', '500', '503']) assert.ok(statuses.includes(status), `${name} ${status}`)
    assert.equal(statuses.includes('404'), /\{space\}|export/.test(name) && name !== 'POST /api/spaces/{space}/turns', name)
    if (operation.requestBody !== undefined) for (const status of ['413', '415']) assert.ok(statuses.includes(status), `${name} ${status}`)
    for (const [status, reply] of Object.entries<{ content: object }>(operation.responses)) {
      const kinds = Object.keys(reply.content)
      assert.ok(kinds.length > 0, `${name} ${status}`)
      if (Number(status) >= 400) assert.deepEqual(kinds, ['application/problem+json'], `${name} ${status}`)
    }
  }
})

test('the document stands by itself: every reference leads somewhere, and every code is named', () => {
  const text = JSON.stringify(document)
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    assert.ok(name in (document.components?.schemas ?? {}), name)
  for (const code of Object.keys(errorCodes)) assert.ok(text.includes(`"${code}"`), code)
})

test('the page shows every route, runs nothing and loads nothing', async context => {
  const { call } = await testServer(context)
  const { text, headers } = await call('GET', '/docs')
  assert.match(headers.get('content-type') ?? '', /^text\/html/)
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
  for (const { name } of operations) {
    const [method, path] = name.split(' ')
    assert.ok(text.includes(`>${method}</b> <code>${path}</code>`), name)
  }
  assert.doesNotMatch(text, /<script|https?:\/\/|\son\w+=|@import|url\(/)
  assert.deepEqual((await call('GET', '/openapi.json')).json, JSON.parse(JSON.stringify(document)))
})
