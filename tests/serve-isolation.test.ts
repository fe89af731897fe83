import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { createServer } from '../src/server.ts'
import { type Call, testServer } from './support/server.fixture.ts'

// Two tenants behind one server. Bob, with every right in his own, tries each route with all that he may know or guess of Ana's.

const secret = 'heron4471'
const anas = [
  { id: 'pin', speaker: 'Ana', text: `My PIN is ${secret}.`, at: '2024-03-01' },
  { id: 't2', speaker: 'Ana', text: `To open the ${secret} safe, first turn left, then pull.`, at: '2024-03-02' },
]
const spaces = ['ana', 'a/n:a|"ana', '__proto__']

interface House {
  readonly call: Call
  readonly bob: string
  readonly ana: string
  readonly memoryIds: readonly string[]
}

async function house(context: TestContext): Promise<House> {
  const { call, key } = await testServer(context, { limits: { requestsPerMinute: null } })
  const [ana, bob] = [await key('acme'), await key('bob')]
  for (const space of spaces) await call('POST', `/api/spaces/${encodeURIComponent(space)}/turns`, { body: { turns: anas }, key: ana })
  await call('POST', '/api/spaces/mine/turns', { body: { turns: [{ id: 'tea', speaker: 'Bob', text: 'I like tea.' }] }, key: bob })
  const { json } = await call('GET', '/api/spaces/ana/memories', { key: ana })
  return { call, ana, bob, memoryIds: json.items.map(({ id }: { id: string }) => id) }
}

const crafted: readonly string[] = [
  ...spaces,
  'acme/ana',
  'acme:ana',
  'acme","ana',
  '["acme","ana"]',
  '../acme/ana',
  '..%2facme%2fana',
  '/etc/passwd',
  "ana' OR 1=1 --",
  '"; DROP TABLE turns; --',
  "mine' UNION SELECT text FROM turns --",
  '%',
  '_',
  '*',
  'ANA',
  'ana ',
  ' ana',
  'ana\u0000',
  'аna',
  'ana\u0301',
  'ａｎａ',
  '\u{1f9a2}',
  'null',
  'undefined',
  'constructor',
  'toString',
  'hasOwnProperty',
  '{"$ne":null}',
  '$.x',
  'x'.repeat(2_000),
]

const routes = createServer({ engram: Object.create(null), local: null })
  .routes.map(({ method, path }) => ({ method, path }))
  .filter(({ path }) => path.startsWith('/api/'))

const bodies: Readonly<Record<string, (id: string) => readonly unknown[]>> = {
  '/recall': id => [{ question: 'What is the PIN?' }, { question: id }],
  '/ask': id => [{ question: 'What is the PIN?' }, { question: id, stream: true }],
  '/forget': id => [
    { type: 'turns', ids: [id] },
    { type: 'memories', ids: [id] },
    { type: 'before', at: '2030-01-01', dryRun: true },
    { type: 'all', dryRun: true },
  ],
  '/retry': id => [{}, { turns: [id] }],
  '/drop': id => [{}, { turns: [id] }],
}
const bodiesOf = (path: string, id: string): readonly unknown[] => bodies[path.slice(path.lastIndexOf('/'))]?.(id) ?? [undefined]

test('no route gives or changes a byte of another tenant, whatever space or id is named (SEC-01, SEC-02)', async context => {
  const { call, ana, bob, memoryIds } = await house(context)
  const before = (await call('GET', '/api/export', { key: ana })).text
  assert.ok(before.includes(secret))
  const ids = ['pin', ...memoryIds.slice(0, 1), ...crafted.slice(2, 14)]
  let tried = 0
  for (const { method, path } of routes) {
    if (method === 'POST' && path.endsWith('/turns')) continue
    const inSpaces = path.includes(':space') ? crafted : [null]
    for (const space of inSpaces) {
      // All ids in the space of that very name; in the others those that exist.
      for (const id of space === 'ana' || space === null ? ids : ids.slice(0, 2)) {
        const there = path.replace(':space', encodeURIComponent(space ?? '')).replace(/:turn|:memory/, encodeURIComponent(id))
        for (const body of bodiesOf(path, id)) {
          const { status, text } = await call(method, there, { body, key: bob })
          tried++
          assert.equal(text.includes(secret), false, `${method} ${there} ${JSON.stringify(body)}`)
          if (space !== null) assert.ok([404, 400].includes(status), `${method} ${there} ${JSON.stringify(body)}: ${status}`)
        }
        if (!/:turn|:memory/.test(path) && bodiesOf(path, id)[0] === undefined) break
      }
    }
  }
  assert.ok(tried > 500, String(tried))
  assert.equal((await call('GET', '/api/export', { key: ana })).text, before)
})

test('in a space of his own the ids of another tenant are not found', async context => {
  const { call, bob, memoryIds } = await house(context)
  for (const id of ['pin', 't2', ...memoryIds, ...crafted]) {
    const turn = await call('GET', `/api/spaces/mine/turns/${encodeURIComponent(id)}`, { key: bob })
    const memory = await call('GET', `/api/spaces/mine/memories/${encodeURIComponent(id)}`, { key: bob })
    const gone = await call('POST', '/api/spaces/mine/forget', { body: { type: 'turns', ids: [id] }, key: bob })
    assert.deepEqual([turn.json?.code, memory.json?.code, gone.json?.code], ['not_found', 'not_found', 'not_found'], id)
  }
  const { json } = await call('POST', '/api/spaces/mine/recall', { body: { question: `What is the PIN ${'pin'}?` }, key: bob })
  assert.ok(json.cards.every(({ speaker }: { speaker: string }) => speaker === 'Bob'))
})

test('a space of the same name in another tenant is another space', async context => {
  const { call, bob, ana } = await house(context)
  const turns = [{ id: 'pin', speaker: 'Bob', text: 'Mine is a duck.' }]
  for (const space of spaces) {
    assert.equal((await call('POST', `/api/spaces/${encodeURIComponent(space)}/turns`, { body: { turns }, key: bob })).status, 201, space)
    assert.equal((await call('GET', `/api/spaces/${encodeURIComponent(space)}/turns/pin`, { key: bob })).json.turn.text, 'Mine is a duck.')
    assert.equal((await call('POST', `/api/spaces/${encodeURIComponent(space)}/forget`, { body: { type: 'all' }, key: bob })).json.turns, 1)
    assert.match((await call('GET', `/api/spaces/${encodeURIComponent(space)}/turns/pin`, { key: ana })).json.turn.text, /PIN/)
  }
})

test('a tenant can not be named, by whatever way (SEC-01)', async context => {
  const { call, bob } = await house(context)
  for (const query of ['tenant=acme', 'tenant[]=acme', 'scope=acme', '__proto__[tenant]=acme'])
    assert.equal((await call('GET', `/api/spaces?${query}`, { key: bob })).status, 400, query)
  const headers = { 'x-tenant': 'acme', 'x-engram-tenant': 'acme', 'x-forwarded-user': 'acme', 'x-original-url': '/api/export' }
  const listed = await call('GET', '/api/spaces', { key: bob, headers })
  assert.deepEqual(
    listed.json.items.map(({ space }: { space: string }) => space),
    ['mine'],
  )
  for (const extra of [{ tenant: 'acme' }, { scope: { tenant: 'acme', space: 'ana' } }]) {
    const { status } = await call('POST', '/api/spaces/mine/recall', { body: { question: 'PIN?', ...extra }, key: bob })
    assert.equal(status, 400)
  }
})

test('an import writes into no tenant but its caller’s', async context => {
  const { call, bob, ana } = await house(context)
  const before = (await call('GET', '/api/export', { key: ana })).text
  const forged = { id: 'x', session: null, speaker: 'Ana', text: 'My PIN is 1.', at: null, attachments: [] }
  const lines = [
    { type: 'engram-r', version: 1 },
    { type: 'space', tenant: 'bob', space: 'mine' },
    { type: 'turn', turn: { ...forged, id: 'y' } },
    { type: 'space', tenant: 'acme', space: 'ana' },
    { type: 'turn', turn: forged },
  ]
  const body = lines.map(line => JSON.stringify(line)).join('\n')
  const sent = await call('POST', '/api/import', { body, key: bob, headers: { 'content-type': 'application/x-ndjson' } })
  assert.deepEqual([sent.status, sent.json.code, sent.json.line], [400, 'bad_file', 4])
  assert.equal((await call('GET', '/api/export', { key: ana })).text, before)
})

test('filters and fields with crafted names and values are refused or find nothing, and leave no trace (SEC-02)', async context => {
  const { call, ana, bob } = await house(context)
  const recall = (body: string) =>
    call('POST', '/api/spaces/mine/recall', { body, key: bob, headers: { 'content-type': 'application/json' } })
  for (const name of ["city' = 'x' OR 1=1 --", 'a.b', '__proto__', 'constructor', '$.x', 'a"]', 'orderBy', '']) {
    const { status, text } = await recall(`{"question":"PIN?",${JSON.stringify(name)}:{"isAdmin":true}}`)
    assert.ok(status === 400 || (name === '__proto__' && status === 200), `${name}: ${status}`)
    assert.equal(text.includes(secret), false)
  }
  assert.equal(Object.hasOwn(Object.prototype, 'isAdmin'), false)
  for (const speaker of ["Ana' OR 1=1 --", '%', '_', '*', '__proto__', 'NUL\u0000', 'x'.repeat(10_000)]) {
    const { json } = await recall(JSON.stringify({ question: 'What is the PIN?', speakers: [speaker] }))
    assert.deepEqual(json.cards, [], speaker)
  }
  const many = await recall(JSON.stringify({ question: 'PIN?', speakers: Array.from({ length: 10_000 }, (_, index) => `s${index}`) }))
  assert.deepEqual(many.json.cards, [])
  assert.equal((await recall('{"question":"PIN?","floor":1e400}')).status, 400)
  assert.ok((await call('GET', '/api/export', { key: ana })).text.includes(secret))
})

test('scopes that differ by case, spaces or separators are separate, and their names come back exactly (SEC-06)', async context => {
  const { call, key } = await testServer(context)
  const names = [
    'a_b',
    'a',
    'a:b',
    'a/b|c',
    'Ana',
    'ana',
    'ana ',
    ' ana',
    '1',
    '01',
    '__proto__',
    '%',
    '%25',
    '%2F',
    '/',
    'a+b',
    'a b',
    'nul\u0000',
    '\u{1f9a2}',
    'é',
    'e\u0301',
    '...',
    '~',
    '#?&=',
    '\\',
  ]
  const keys = new Map<string, string>()
  for (const tenant of names) keys.set(tenant, await key(tenant))
  for (const tenant of names) {
    for (const space of names) {
      const turns = [{ id: 'same', speaker: 'Ana', text: `Said in ${JSON.stringify([tenant, space])}` }]
      const { status } = await call('POST', `/api/spaces/${encodeURIComponent(space)}/turns`, { body: { turns }, key: keys.get(tenant) })
      assert.equal(status, 201, `${tenant} ${space}`)
    }
  }
  for (const tenant of names) {
    const listed = (await call('GET', '/api/spaces', { key: keys.get(tenant) })).json.items.map(({ space }: { space: string }) => space)
    assert.deepEqual(listed, names.toSorted())
    for (const space of names) {
      const { json } = await call('GET', `/api/spaces/${encodeURIComponent(space)}/turns`, { key: keys.get(tenant) })
      assert.deepEqual(
        json.items.map(({ text }: { text: string }) => text),
        [`Said in ${JSON.stringify([tenant, space])}`],
      )
    }
  }
})

test('ids of turns come back exactly, however they are written (SEC-06)', async context => {
  const { call } = await testServer(context)
  const ids = [
    '1',
    '01',
    'a/b',
    'a%2Fb',
    '%',
    '__proto__',
    'a b',
    'a+b',
    'é',
    'e\u0301',
    '?#',
    '\u{1f9a2}',
    'nul\u0000',
    '..a',
    '\\',
    "'; --",
  ]
  const turns = ids.map(id => ({ id, speaker: 'Ana', text: `I am ${JSON.stringify(id)}.` }))
  assert.equal((await call('POST', '/api/spaces/ana/turns', { body: { turns } })).json.added, ids.length)
  for (const id of ids) assert.deepEqual((await call('GET', `/api/spaces/ana/turns/${encodeURIComponent(id)}`)).json.turn?.id, id)
  for (const id of ids) assert.equal((await call('DELETE', `/api/spaces/ana/turns/${encodeURIComponent(id)}`)).json.turns, 1)
})
