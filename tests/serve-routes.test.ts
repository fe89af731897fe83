import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { type LanguageModel, type OpenEngram, openEngram, unknownUsage } from '../src/index.ts'
import { createServer } from '../src/server.ts'
import { createScriptedModel, openMemoryStore } from '../src/testing.ts'
import { type Call, type TestServerOptions, talk, testServer } from './support/server.fixture.ts'

async function served(context: TestContext, options: TestServerOptions = {}): Promise<Call> {
  const { call } = await testServer(context, options)
  assert.equal((await call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })).status, 201)
  return call
}

test('turns are remembered, listed page by page, and one is given with its records', async context => {
  const call = await served(context)
  const first = await call('GET', '/api/spaces/ana/turns?limit=2')
  assert.equal(first.headers.get('content-type'), 'application/json')
  assert.deepEqual(
    first.json.items.map(({ id }: { id: string }) => id),
    ['t1', 't2'],
  )
  const second = await call('GET', `/api/spaces/ana/turns?limit=2&cursor=${encodeURIComponent(first.json.next)}`)
  assert.deepEqual([second.json.items.length, second.json.items[0].id, second.json.next], [1, 't3', null])
  const { json } = await call('GET', '/api/spaces/ana/turns/t1')
  assert.deepEqual(json.turn, { ...talk[0], session: null, attachments: [] })
  assert.equal(json.memories[0].turnId, 't1')
})

test('a cursor stays good when what stood around it is forgotten', async context => {
  const call = await served(context)
  const { json } = await call('GET', '/api/spaces/ana/turns?limit=1')
  const memories = await call('GET', '/api/spaces/ana/memories?limit=1')
  assert.deepEqual([memories.json.items.length, memories.json.items[0].turnId], [1, 't1'])
  assert.equal((await call('DELETE', '/api/spaces/ana/turns/t1')).json.turns, 1)
  assert.equal((await call('GET', `/api/spaces/ana/turns?limit=1&cursor=${json.next}`)).json.items[0].id, 't2')
  assert.equal((await call('GET', `/api/spaces/ana/memories?limit=1&cursor=${memories.json.next}`)).json.items[0].turnId, 't2')
})

test('records are listed whole by pages of any size, and each is found by its id', async context => {
  const call = await served(context)
  const all = (await call('GET', '/api/spaces/ana/memories')).json.items
  assert.ok(all.length >= 3)
  for (const limit of [1, 2, all.length]) {
    const found: unknown[] = []
    let next = ''
    do {
      const { json } = await call('GET', `/api/spaces/ana/memories?limit=${limit}${next === '' ? '' : `&cursor=${next}`}`)
      found.push(...json.items)
      next = json.next ?? ''
    } while (next !== '')
    assert.deepEqual(found, all)
  }
  for (const memory of all) assert.deepEqual((await call('GET', `/api/spaces/ana/memories/${memory.id}`)).json, memory)
})

test('spaces are listed by name, a page at a time, without their tenant', async context => {
  const { call } = await testServer(context)
  for (const space of ['c', 'a', 'b']) await call('POST', `/api/spaces/${space}/turns`, { body: { turns: talk.slice(0, 1) } })
  const first = await call('GET', '/api/spaces?limit=2')
  assert.deepEqual(
    first.json.items.map(({ space }: { space: string }) => space),
    ['a', 'b'],
  )
  const { json } = await call('GET', `/api/spaces?limit=2&cursor=${first.json.next}`)
  assert.deepEqual([json.items.length, json.items[0].space, json.items[0].turns, json.next], [1, 'c', 1, null])
  assert.equal('tenant' in json.items[0], false)
})

test('the same turns again are the same turns, by id and by content', async context => {
  const call = await served(context)
  const again = await call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })
  assert.deepEqual([again.status, again.json.added, again.json.duplicates], [200, 0, 3])
  const unnamed = { turns: [{ speaker: 'Ana', text: 'ok' }] }
  assert.equal((await call('POST', '/api/spaces/ana/turns', { body: unnamed })).status, 201)
  assert.equal((await call('POST', '/api/spaces/ana/turns', { body: unnamed })).status, 200)
})

test('under another Idempotency-Key the same words are another turn, under the same one they are not', async context => {
  const call = await served(context)
  const send = (key: string, text = 'ok') =>
    call('POST', '/api/spaces/ana/turns', { body: { turns: [{ speaker: 'Ana', text }] }, headers: { 'idempotency-key': key } })
  assert.deepEqual([(await send('one')).status, (await send('one')).status, (await send('two')).status], [201, 200, 201])
  const conflict = await send('one', 'no')
  assert.deepEqual([conflict.status, conflict.json.code, conflict.json.receipt.added], [409, 'conflict', 0])
  assert.equal(conflict.headers.get('content-type'), 'application/problem+json')
})

test('of a batch with a conflict the rest is stored, and the reply says which was not', async context => {
  const call = await served(context)
  const turns = [
    { ...talk[0], text: 'I moved to Nice.' },
    { id: 't4', speaker: 'Ana', text: 'It rains.' },
  ]
  const { status, json } = await call('POST', '/api/spaces/ana/turns', { body: { turns } })
  assert.deepEqual([status, json.receipt.added, json.receipt.conflicts], [409, 1, [{ index: 0, turnId: 't1' }]])
  assert.equal((await call('GET', '/api/spaces/ana/turns/t1')).json.turn.text, talk[0].text)
  assert.equal((await call('GET', '/api/spaces/ana/turns/t4')).status, 200)
})

test('a question gets cards with their words, and a text to put into a prompt', async context => {
  const call = await served(context)
  const { json } = await call('POST', '/api/spaces/ana/recall', { body: { question: 'When did Ana move?', cards: 1 } })
  assert.deepEqual([json.cards.length, json.cards[0].sources[0].turnId, json.space], [1, 't1', 'ana'])
  assert.match(json.text, /Lyon/)
})

test('a question is answered with citations; without a model by dates or quotes', async context => {
  const call = await served(context)
  const { json } = await call('POST', '/api/spaces/ana/ask', { body: { question: 'When did Ana move to Lyon?' } })
  assert.deepEqual([json.by, json.citations[0].turnId, json.usage], ['dates', 't1', null])
  assert.match(json.answer, /2024-02-19/)
})

// biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
const eventsIn = (text: string): readonly (readonly [string, any])[] =>
  [...text.matchAll(/event: (\w+)\ndata: (.+)\n\n/g)].map(([, event = '', data = '']) => [event, JSON.parse(data)])

/** Writes its draft in two parts. */
function draftingModel(draft: string): LanguageModel {
  return {
    id: 'drafting',
    async complete({ onText }) {
      onText?.(draft.slice(0, 8))
      onText?.(draft.slice(8))
      return { text: draft, finish: 'stop', usage: { ...unknownUsage, inputTokens: 90, outputTokens: 9 } }
    },
  }
}

test('a streamed answer sends the draft as it comes, each sentence checked, and the answer last', async context => {
  const { url, call } = await testServer(context, { open: { model: draftingModel('Ben has a cat called Miso [E1].') } })
  await call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })
  const body = { question: 'What is the cat of Ben called?', stream: true }
  const { headers, text } = await call('POST', '/api/spaces/ana/ask', { body })
  assert.match(headers.get('content-type') ?? '', /^text\/event-stream/)
  const events = eventsIn(text)
  const names = events.map(([event]) => event)
  assert.equal(names.at(-1), 'answer')
  assert.ok(names.includes('sentence'))
  const draft = events.filter(([event]) => event === 'text').map(([, data]) => data.text)
  assert.equal(draft.join(''), 'Ben has a cat called Miso [E1].')
  const metrics = (await (await fetch(`${url}/metrics`)).text()).split('\n')
  assert.ok(metrics.includes('engram_model_tokens_total{direction="input"} 90'))
  assert.ok(metrics.includes('engram_answers_total{by="model"} 1'))
})

test('a stream whose model fails ends with the problem, and a plain request has its status', async context => {
  const { call } = await testServer(context, { open: { model: createScriptedModel([]) } })
  await call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })
  const { status, text } = await call('POST', '/api/spaces/ana/ask', { body: { question: 'Who has a cat?', stream: true } })
  const [last] = eventsIn(text).slice(-1)
  assert.deepEqual([status, last?.[0], last?.[1].code], [200, 'error', 'no_model'])
  const plain = await call('POST', '/api/spaces/ana/ask', { body: { question: 'Who has a cat?' } })
  assert.deepEqual([plain.status, plain.json.code], [501, 'no_model'])
})

test('forgetting says first how much would go, then takes turns, records, what is old, or all', async context => {
  const call = await served(context)
  const forget = async (body: object) => (await call('POST', '/api/spaces/ana/forget', { body })).json
  assert.equal((await forget({ type: 'all', dryRun: true })).turns, 3)
  assert.equal((await call('GET', '/api/spaces/ana/turns')).json.items.length, 3)
  const memory = (await call('GET', '/api/spaces/ana/memories')).json.items.find(({ turnId }: { turnId: string }) => turnId === 't2')
  assert.ok((await forget({ type: 'memories', ids: [memory.id] })).memories >= 1)
  assert.equal((await call('GET', `/api/spaces/ana/memories/${memory.id}`)).status, 404)
  assert.equal((await forget({ type: 'turns', ids: ['t2'] })).turns, 1)
  assert.equal((await forget({ type: 'turns', ids: ['t2'] })).code, 'not_found')
  assert.equal((await forget({ type: 'before', at: '2024-03-02' })).turns, 1)
  assert.equal((await forget({ type: 'before', at: 'soon' })).code, 'bad_input')
  assert.equal((await forget({ type: 'all' })).turns, 1)
  assert.equal((await forget({ type: 'all' })).code, 'unknown_space')
})

test('an export goes into another server, and comes out of it the same', async context => {
  const call = await served(context)
  await call('POST', '/api/spaces/b%2Fb/turns', { body: { turns: talk } })
  const { text, headers } = await call('GET', '/api/export')
  assert.equal(headers.get('content-type'), 'application/x-ndjson')
  const { call: other } = await testServer(context)
  const send = () => other('POST', '/api/import', { body: text, headers: { 'content-type': 'application/x-ndjson' } })
  assert.equal((await send()).json.added, 6)
  assert.deepEqual((await send()).json, { added: 0, duplicates: 6, conflicts: [] })
  assert.equal((await other('GET', '/api/export')).text, text)
  const one = (await call('GET', '/api/export?space=b%2Fb')).text
  assert.match(one, /"space":"b\/b"/)
  assert.doesNotMatch(one, /"space":"ana"/)
})

test('an import without a body restores nothing, however it is asked for', async () => {
  const engram = await openEngram({ store: openMemoryStore() })
  const server = createServer({ engram, local: { tenant: 'default', right: 'admin' } })
  const headers = { 'content-type': 'application/x-ndjson', host: 'localhost' }
  const reply = await server.fetch(new Request('http://localhost/api/import', { method: 'POST', headers }))
  assert.deepEqual([reply.status, await reply.json()], [200, { added: 0, duplicates: 0, conflicts: [] }])
})

test('an import that is none says in which line', async context => {
  const call = await served(context)
  const send = (body: string, type = 'application/x-ndjson') => call('POST', '/api/import', { body, headers: { 'content-type': type } })
  const lines = (await call('GET', '/api/export')).text.split('\n')
  const broken = await send([...lines.slice(0, 2), '{"type":"turn"', ...lines.slice(2)].join('\n'))
  assert.deepEqual([broken.status, broken.json.code, broken.json.line], [400, 'bad_file', 3])
  assert.deepEqual([(await send('{}', 'text/plain')).status, (await send('{}', 'application/json')).status], [415, 415])
})

test('jobs are listed, read again or dropped', async context => {
  const { call, engram } = await testServer(context, { open: { extraction: { model: createScriptedModel([]), mode: 'batch' } } })
  await call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })
  assert.deepEqual((await call('GET', '/api/jobs')).json.jobs[0], {
    space: 'ana',
    leasedUntil: null,
    retryAt: null,
    waiting: 3,
    attempts: 0,
    reason: null,
    dead: [],
  })
  const dead = { type: 'dead', family: 'model', turnId: 't1', reason: 'It said nothing.' }
  const space = { type: 'space', tenant: 'default', space: 'ana' }
  await engram.restore([JSON.stringify(space), JSON.stringify(dead), JSON.stringify({ ...dead, turnId: 't2' })])
  assert.equal((await call('GET', '/api/jobs')).json.jobs[0].dead.length, 2)
  assert.deepEqual((await call('POST', '/api/spaces/ana/jobs/retry', { body: { turnIds: ['t1'] } })).json, { turns: 1 })
  assert.deepEqual((await call('POST', '/api/spaces/ana/jobs/drop')).json, { turns: 1 })
  assert.deepEqual((await call('GET', '/api/jobs')).json.jobs[0].dead, [])
})

test('it says whether it lives and can work, and what it has done', async context => {
  const call = await served(context)
  assert.deepEqual((await call('GET', '/health')).json, { status: 'ok' })
  assert.deepEqual((await call('GET', '/ready')).json, { status: 'ok' })
  await call('GET', '/no/such/thing')
  const { text, headers } = await call('GET', '/metrics')
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=/)
  assert.match(text, /engram_http_requests_total\{method="POST",route="\/api\/spaces\/:space\/turns",status="201"\} 1/)
  assert.match(text, /engram_http_requests_total\{method="GET",route="other",status="404"\} 1/)
  assert.match(text, /engram_turns_remembered_total 3/)
  assert.doesNotMatch(text, /ana|default|such/)
})

test('a failure of the server itself tells its log what it was, and the asker only that it was one', async context => {
  const failures: string[] = []
  const { call, engram } = await testServer(context, {
    onFailure: (error, route) => failures.push(`${route}: ${error instanceof Error ? error.message : error}`),
  })
  await engram.close()
  const broken = { ...engram, spacePage: () => Promise.reject(new Error('disk /home/ana/secret.db is gone')) }
  const server = createServer({
    engram: broken,
    local: { tenant: 'default', right: 'admin' },
    onFailure: error => failures.push(messageOf(error)),
  })
  const reply = await server.fetch(new Request('http://localhost/api/spaces'))
  assert.deepEqual([reply.status, reply.headers.get('content-type')], [500, 'application/problem+json'])
  assert.doesNotMatch(await reply.text(), /secret|disk/)
  assert.deepEqual(failures, ['disk /home/ana/secret.db is gone'])
  assert.equal((await call('GET', '/health')).status, 200)
})

test('what fails after a reply has begun is told to the log, and half an export does not look whole', async context => {
  const failures: string[] = []
  const model: LanguageModel = { id: 'broken', complete: () => Promise.reject(new Error('the model broke')) }
  const engram = await openEngram({ store: openMemoryStore(), model })
  const broken: OpenEngram = {
    ...engram,
    async *export() {
      yield 'x'.repeat(100_000)
      throw new Error('the disk broke')
    },
  }
  const { url, call } = await testServer(context, {
    engram: broken,
    onFailure: (error, route) => failures.push(`${route}: ${messageOf(error)}`),
  })
  await call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })
  const { status, text } = await call('POST', '/api/spaces/ana/ask', { body: { question: 'Who has a cat?', stream: true } })
  assert.deepEqual([status, /event: error\ndata: .*"code":"internal"/.test(text), text.includes('broke')], [200, true, false])
  const received: Uint8Array[] = []
  const reading = async (): Promise<void> => {
    const reply = await fetch(`${url}/api/export`)
    for await (const chunk of reply.body ?? []) received.push(chunk)
  }
  await assert.rejects(reading())
  assert.match(Buffer.concat(received).toString(), /^[x\n]*$/)
  assert.deepEqual(failures, ['POST /api/spaces/:space/ask: the model broke', 'GET /api/export: the disk broke'])
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

test('another fetch handler is mounted behind the same door: it is given who asks, and no key of ours', async context => {
  const seen: unknown[] = []
  const mounts = [
    {
      path: '/v1',
      async fetch(request: Request, caller: object) {
        const { pathname, search } = new URL(request.url)
        const keys = [request.headers.get('authorization'), request.headers.get('x-engram-key')]
        seen.push([request.method, pathname + search, caller, keys, await request.text()])
        return Response.json({ id: 'c' }, { status: 202, headers: { 'x-own': '1' } })
      },
    },
  ]
  const { url, call, key } = await testServer(context, { mounts })
  const reply = await call('POST', '/v1/chat/completions?x=1', { body: { model: 'm' } })
  assert.deepEqual([reply.status, reply.headers.get('x-own'), reply.headers.get('cache-control')], [202, '1', null])
  const acme = await key('acme', 'read')
  assert.equal((await call('POST', '/v1/chat/completions', { body: { model: 'm' } })).status, 401)
  await call('GET', '/v1', { headers: { 'x-engram-key': acme, authorization: 'Bearer sk-of-another-server' } })
  await call('DELETE', '/v1/x', { key: acme })
  assert.deepEqual(seen, [
    ['POST', '/v1/chat/completions?x=1', { tenant: 'default', right: 'admin' }, [null, null], '{"model":"m"}'],
    ['GET', '/v1', { tenant: 'acme', right: 'read' }, ['Bearer sk-of-another-server', null], ''],
    ['DELETE', '/v1/x', { tenant: 'acme', right: 'read' }, [null, null], ''],
  ])
  assert.equal((await call('GET', '/v1x', { key: acme })).status, 404)
  const metrics = await (await fetch(`${url}/metrics`, { headers: { 'x-engram-key': await key('acme') } })).text()
  assert.match(metrics, /engram_http_requests_total\{method="POST",route="\/v1\/\*",status="202"\} 1/)
})

test('the reply of another server may be handed on as it is', async context => {
  const { url } = await testServer(context)
  const { call } = await testServer(context, { mounts: [{ path: '/other', fetch: () => fetch(`${url}/health`) }] })
  assert.deepEqual((await call('GET', '/other')).json, { status: 'ok' })
})

test('a mounted reply that breaks midway is cut where it broke, with nothing of ours in it', async context => {
  const parts = ReadableStream.from(
    (async function* () {
      yield new TextEncoder().encode('data: one\n\n')
      throw new Error('upstream is gone')
    })(),
  )
  const { url, call } = await testServer(context, { mounts: [{ path: '/v1', fetch: () => new Response(parts) }] })
  let received = ''
  const reading = async (): Promise<void> => {
    const reply = await fetch(`${url}/v1/x`)
    for await (const chunk of reply.body ?? []) received += Buffer.from(chunk).toString()
  }
  await assert.rejects(reading())
  assert.ok(['', 'data: one\n\n'].includes(received), received)
  assert.equal((await call('GET', '/health')).status, 200)
})

test('a body whose length is not said before is read as any other', async context => {
  const { url, call } = await testServer(context)
  const body = ReadableStream.from([new TextEncoder().encode(JSON.stringify({ turns: talk }))])
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } } as const
  assert.equal((await fetch(`${url}/api/spaces/ana/turns`, init)).status, 201)
  assert.equal((await call('GET', '/api/spaces/ana/turns')).json.items.length, 3)
})
