import assert from 'node:assert/strict'
import test from 'node:test'
import { openEngram } from '../../open.ts'
import { openMemoryStore } from '../../testing.ts'
import { readAskedHeaders } from './asked-headers.ts'
import { createProxy, type ProxyOptions } from './proxy.ts'

const read = (headers: Record<string, string>) => readAskedHeaders(Object.fromEntries(new Headers(headers)))

test('headers say whose memory, how much and how; what is left out is left to the body and the configuration', () => {
  const nothing = { mode: null, user: null, conversation: null, session: null, k: null, upstream: null }
  assert.deepEqual(read({}), nothing)
  assert.deepEqual(read({ 'X-Engram-User': "o'Brien:1|2", 'x-engram-k': '7', 'x-engram-mode': 'full' }), {
    ...nothing,
    user: "o'Brien:1|2",
    k: 7,
    mode: 'full',
  })
})

test('a name that is not ASCII is refused in a header: clients write its bytes in different ways, and each would be another user', () => {
  for (const user of ['Åse', 'a\u0080b', '\ta\tb', '']) {
    const fault = read({ 'x-engram-user': user })
    assert.ok('status' in fault, user)
    assert.match(fault.message, /`user` in the body/)
  }
})

test('options that would fail with every request are refused before the first', async () => {
  const engram = await openEngram({ store: openMemoryStore() })
  const upstreams = [{ baseUrl: 'http://127.0.0.1:1' }]
  const wrong: readonly Partial<ProxyOptions>[] = [
    { tokens: 0 },
    { keepQuestions: 1.5 },
    { space: ' ' },
    { limits: { memoryMs: -1 } },
    { upstreams: [] },
  ]
  for (const options of wrong) assert.throws(() => createProxy({ engram, upstreams, ...options }), { code: 'bad_config' })
  await engram.close()
})
