import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { type Call, talk, testServer } from './support/server.fixture.ts'

async function served(context: TestContext): Promise<Call> {
  const { call } = await testServer(context)
  assert.equal((await call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })).status, 201)
  return call
}

test('a wrong request is refused with the field that is wrong', async context => {
  const call = await served(context)
  const turns = '/api/spaces/ana/turns'
  const wrong: readonly (readonly [string, string, unknown, string | null])[] = [
    ['POST', turns, { turns: [{ speaker: 'Ana', text: 3 }] }, 'turns[0].text'],
    ['POST', turns, { turns: [{ speaker: 'Ana', text: 'Hm.', when: 'now' }] }, 'turns[0].when'],
    ['POST', turns, { turns: [talk[0], { speaker: 'Ana', text: 'Hm.', at: 'soon' }] }, 'turns[1].at'],
    ['POST', turns, { turns: [{ speaker: 'Ana', text: ' ' }] }, 'turns[0].text'],
    ['POST', turns, { turns: [] }, 'turns'],
    ['POST', turns, { turns: talk, space: 'ben' }, 'space'],
    ['POST', turns, [], ''],
    ['POST', turns, null, ''],
    ['POST', '/api/spaces/%20/turns', { turns: talk }, 'space'],
    ['POST', '/api/spaces/ana/recall', { question: '' }, 'question'],
    ['POST', '/api/spaces/ana/recall', { question: ' ' }, 'question'],
    ['POST', '/api/spaces/ana/recall', { question: 'Who?', cards: 1, tokens: 9 }, 'cards'],
    ['POST', '/api/spaces/ana/ask', { question: 'Who?', kinds: ['gossip'] }, 'kinds[0]'],
    ['POST', '/api/spaces/ana/ask', { question: 'Who?', at: 'soon' }, 'at'],
    ['POST', '/api/spaces/ana/ask', { question: 'Who?', floor: 2 }, 'floor'],
    ['POST', '/api/spaces/ana/forget', {}, 'type'],
    ['POST', '/api/spaces/ana/forget', { type: 'turns' }, 'ids'],
    ['POST', '/api/spaces/ana/forget', { type: 'turns', ids: ['t1'], memories: ['m'] }, 'memories'],
    ['GET', `${turns}?limit=0`, undefined, 'limit'],
    ['GET', `${turns}?limit=many`, undefined, 'limit'],
    ['GET', `${turns}?limit=1&limit=2`, undefined, 'limit'],
    ['GET', `${turns}?cursor=x`, undefined, 'cursor'],
    ['GET', `${turns}?page=2`, undefined, 'page'],
    ['GET', '/api/spaces/ana/memories?cursor=1', undefined, 'cursor'],
    ['GET', '/api/spaces/%ff/turns', undefined, 'path'],
  ]
  for (const [method, path, body, field] of wrong) {
    const { status, json, headers } = await call(method, path, {
      body: body === null ? 'null' : body,
      headers: { 'content-type': 'application/json' },
    })
    assert.deepEqual([status, json.code, json.field], [400, 'bad_input', field], `${method} ${path} ${JSON.stringify(body)}`)
    assert.equal(headers.get('content-type'), 'application/problem+json')
    assert.equal(json.status, status)
  }
  const misspelt = await call('POST', '/api/spaces/ana/recall', { body: { qestion: 'Who?' } })
  assert.equal(misspelt.json.detail, 'question: expected a string, got nothing. There is "qestion": correct its name.')
  const unknown = await call('POST', '/api/spaces/ana/forget', { body: { type: 'everything' } })
  assert.equal(unknown.json.detail, 'type: expected turns, memories, before or all, got "everything".')
  assert.equal((await call('GET', `${turns}?limit=many`)).json.detail, 'limit: expected a number, got "many".')
  for (const body of ['{"turns":[', '', '\u0000', '['.repeat(100_000)]) {
    const { status, json } = await call('POST', turns, { body, headers: { 'content-type': 'application/json' } })
    assert.deepEqual([status, json.code], [400, 'bad_input'])
  }
  const other = await call('POST', turns, { body: 'turns=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  assert.deepEqual([other.status, other.json.code], [415, 'wrong_media_type'])
  assert.equal((await call('GET', turns)).json.items.length, 3, 'nothing of it was stored')
})

test('an unknown path is 404, a wrong method 405 with those there are', async context => {
  const call = await served(context)
  for (const path of ['/', '/api', '/api/spaces/', '/api/spaces/ana', '/api/spaces//turns', '/v1/models', '/favicon.ico', '/.env'])
    assert.equal((await call('GET', path)).status, 404, path)
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const { status, headers, json } = await call(method, '/api/spaces/ana/turns')
    assert.deepEqual([status, headers.get('allow'), json.code], [405, 'GET, HEAD, POST', 'wrong_method'], method)
  }
})

test('what is too large, too much or too often is refused, each in its own way', async context => {
  const limits = { bodyBytes: 2_000, importBytes: 3_000, batch: 2, requestsPerMinute: 9 }
  let time = 0
  const { call } = await testServer(context, { limits, now: () => time })
  const tooMany = await call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })
  assert.deepEqual([tooMany.status, tooMany.json.field], [400, 'turns'])
  const large = { turns: [{ speaker: 'Ana', text: 'x'.repeat(3_000) }] }
  const tooLarge = await call('POST', '/api/spaces/ana/turns', { body: large })
  assert.deepEqual([tooLarge.status, tooLarge.json.code], [413, 'too_large'])
  const unsized = new ReadableStream({
    start(controller) {
      for (let part = 0; part < 40; part++) controller.enqueue(new TextEncoder().encode(' '.repeat(100)))
      controller.close()
    },
  })
  const init = { method: 'POST', body: unsized, duplex: 'half', headers: { 'content-type': 'application/json' } } as const
  const { url } = await testServer(context, { limits })
  assert.equal((await fetch(`${url}/api/spaces/ana/turns`, init)).status, 413, 'also where the length is not said before')
  const line = `${JSON.stringify({ type: 'engram-r', version: 1 })}\n`.repeat(200)
  const imported = await call('POST', '/api/import', { body: line, headers: { 'content-type': 'application/x-ndjson' } })
  assert.deepEqual([imported.status, imported.json.code], [413, 'too_large'])
  for (let left = 6; left > 0; left--) assert.equal((await call('GET', '/api/spaces')).status, 200)
  const often = await call('GET', '/api/spaces')
  assert.deepEqual([often.status, often.json.code, often.headers.get('retry-after')], [429, 'too_many_requests', '7'])
  assert.equal((await call('GET', '/health')).status, 200, 'who watches over it is always answered')
  time = 7_000
  assert.equal((await call('GET', '/api/spaces')).status, 200)
})
