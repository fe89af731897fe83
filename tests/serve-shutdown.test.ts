import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { type LanguageModel, openEngram, unknownUsage } from '../src/index.ts'
import { createServer, listen } from '../src/server.ts'
import { openMemoryStore } from '../src/testing.ts'
import { callOf, talk, testServer } from './support/server.fixture.ts'

/** Begins its answer, and ends it when it is let. */
function heldModel(): {
  readonly model: LanguageModel
  readonly begun: Promise<void>
  readonly aborted: Promise<void>
  readonly finish: () => void
} {
  const begun = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const draft = 'Ben has a cat called Miso [E1].'
  const model: LanguageModel = {
    id: 'held',
    async complete({ onText, signal }) {
      onText?.(draft.slice(0, 9))
      signal?.addEventListener('abort', () => aborted.resolve())
      begun.resolve()
      await Promise.race([gate.promise, aborted.promise.then(() => signal?.throwIfAborted())])
      onText?.(draft.slice(9))
      return { text: draft, finish: 'stop', usage: unknownUsage }
    },
  }
  return { model, begun: begun.promise, aborted: aborted.promise, finish: () => gate.resolve() }
}

const question = { question: 'What is the cat of Ben called?', stream: true }

async function asking(context: TestContext) {
  const held = heldModel()
  const house = await testServer(context, { open: { model: held.model } })
  await house.call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })
  const stop = new AbortController()
  const reply = await fetch(`${house.url}/api/spaces/ana/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal: stop.signal,
  })
  await held.begun
  return { ...house, held, reply, stop }
}

test('a server that is stopped in the middle of a stream takes no more, ends what it took, and is gone', async context => {
  const { url, call, server, held, reply } = await asking(context)
  let closed = false
  const closing = server.close().then(() => {
    closed = true
  })
  await assert.rejects(call('GET', '/health'), 'it is not to be reached any more')
  assert.equal(closed, false)
  held.finish()
  const text = await reply.text()
  assert.match(text, /event: answer\ndata: .*called Miso/)
  await closing
  await assert.rejects(fetch(url))
})

test('a reader that goes away in the middle of a stream stops the model, and nothing holds the server open', async context => {
  const { server, held, stop } = await asking(context)
  stop.abort()
  await held.aborted
  await server.close()
})

test('a server that is being stopped says that it is not ready', async () => {
  const engram = await openEngram({ store: openMemoryStore() })
  const server = createServer({ engram })
  const ready = async (): Promise<number> => (await server.fetch(new Request('http://localhost/ready'))).status
  assert.equal(await ready(), 200)
  server.stop()
  assert.equal(await ready(), 503)
  assert.equal((await server.fetch(new Request('http://localhost/health'))).status, 200)
})

test('what was stored before a restart is there after it, under the same keys and cursors', async () => {
  const store = openMemoryStore()
  const open = async () => {
    const engram = await openEngram({ store })
    const server = await listen({ engram, tenant: 'default', port: 0 })
    return { server, call: callOf(server.url) }
  }
  const first = await open()
  await first.call('POST', '/api/spaces/ana/turns', { body: { turns: talk }, headers: { 'idempotency-key': 'one' } })
  const page = await first.call('GET', '/api/spaces/ana/turns?limit=1')
  await first.server.close()
  const second = await open()
  const again = await second.call('POST', '/api/spaces/ana/turns', { body: { turns: talk }, headers: { 'idempotency-key': 'one' } })
  assert.deepEqual([again.status, again.json.duplicates], [200, 3])
  assert.equal((await second.call('GET', `/api/spaces/ana/turns?limit=1&cursor=${page.json.next}`)).json.items[0].id, 't2')
  await second.server.close()
})
