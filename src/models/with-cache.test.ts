import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { modelServer } from '../../tests/support/model-server.fixture.ts'
import { temporaryFolder } from '../../tests/support/run-cli.ts'
import { type ModelCall, unknownUsage } from '../domain.ts'
import type { CompletionRequest, LanguageModel } from '../seams.ts'
import { type CompletionCache, createCompletionCache } from './completion-cache.ts'
import { createEndpointModel } from './endpoint-model.ts'
import { withCache } from './with-cache.ts'
import { withLedger } from './with-ledger.ts'

const request: CompletionRequest = { messages: [{ role: 'user', content: 'Which cat has Ana?' }], temperature: 0 }
function cacheIn(context: TestContext): CompletionCache {
  const cache = createCompletionCache(join(temporaryFolder(context), 'answers.db'))
  context.after(cache.close)
  return cache
}

test('the same request is answered as before: text, usage and a call that says it is a replay', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const cache = cacheIn(context)
  const calls: ModelCall[] = []
  const model = withCache(withLedger(createEndpointModel({ baseUrl, model: 'reasoning-reported' })), { cache })
  const first = await model.complete({ ...request, onCall: call => calls.push(call) })
  let shown = ''
  const second = await model.complete({
    ...request,
    onCall: call => calls.push(call),
    onText: text => {
      shown += text
    },
  })
  assert.deepEqual(second, first)
  assert.equal(shown, first.text)
  assert.equal(requests.length, 1)
  assert.deepEqual(
    calls.map(({ replayed, usage }) => [replayed, usage.reasoningTokens]),
    [
      [false, 400],
      [true, 400],
    ],
  )
})

test('whatever shapes an answer makes another request', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const cache = cacheIn(context)
  const model = withCache(createEndpointModel({ baseUrl, model: 'obey' }), { cache })
  const others: Partial<CompletionRequest>[] = [
    {},
    { temperature: 1 },
    { maxOutputTokens: 9 },
    { effort: 'low' },
    { sample: 2 },
    { format: { type: 'json' } },
    { format: { type: 'schema', name: 'a', schema: { type: 'object' } } },
    { format: { type: 'schema', name: 'a', schema: { type: 'object', title: 'b' } } },
    { messages: [{ role: 'system', content: 'Which cat has Ana?' }] },
  ]
  for (const other of others) await model.complete({ ...request, ...other })
  assert.equal(requests.length, others.length)
  await withCache(createEndpointModel({ baseUrl, model: 'slow' }), { cache }).complete(request)
  assert.equal(requests.length, others.length + 1)
})

test('replay-only sends nothing: what is not recorded fails and says so', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const cache = cacheIn(context)
  const endpoint = createEndpointModel({ baseUrl, model: 'obey' })
  const replay = withCache(endpoint, { cache, mode: 'replay-only' })
  await assert.rejects(replay.complete(request), { code: 'not_recorded' })
  await withCache(endpoint, { cache }).complete(request)
  assert.match((await replay.complete(request)).text, /Miso/)
  assert.equal(requests.length, 1)
})

test('failures and refusals are not kept', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const cache = cacheIn(context)
  for (const model of ['status-500+obey', 'refusal+obey', 'blank-content+obey']) {
    const cached = withCache(createEndpointModel({ baseUrl, model }), { cache })
    await cached.complete(request).catch(() => {})
    assert.match((await cached.complete(request)).text, /Miso/)
  }
  assert.equal(requests.length, 6)
})

test('requests that are the same and run at once are one, and only the first of them is spent', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const calls: ModelCall[] = []
  const model = withCache(withLedger(createEndpointModel({ baseUrl, model: 'slow' })), { cache: cacheIn(context) })
  let shown = ''
  const all = await Promise.all(
    [1, 2, 3].map(() =>
      model.complete({
        ...request,
        onCall: call => calls.push(call),
        onText: text => {
          shown += text
        },
      }),
    ),
  )
  assert.equal(requests.length, 1)
  assert.equal(shown, all.map(({ text }) => text).join(''))
  assert.deepEqual(calls.map(({ replayed }) => replayed).toSorted(), [false, true, true])
})

test('stopping one of them does not stop the others', async context => {
  const cache = cacheIn(context)
  let asked = 0
  const model: LanguageModel = {
    id: 'm',
    async complete({ signal }) {
      asked++
      await new Promise((resolve, reject) => {
        setTimeout(resolve, 20)
        signal?.addEventListener('abort', () => reject(Object.assign(new Error('stopped'), { code: 'cancelled' })))
      })
      return { text: 'Miso.', finish: 'stop', usage: unknownUsage }
    },
  }
  const cached = withCache(withLedger(model), { cache })
  const first = new AbortController()
  const third = new AbortController()
  const answers = [first.signal, undefined, third.signal].map(signal => cached.complete({ ...request, signal }))
  await new Promise(resolve => setTimeout(resolve, 5))
  third.abort()
  await assert.rejects(answers[2] ?? Promise.resolve(), { code: 'cancelled' })
  assert.equal((await answers[1])?.text, 'Miso.')
  assert.equal(asked, 1)
})

test('several processes share one file', async context => {
  const folder = temporaryFolder(context)
  const path = join(folder, 'answers.db')
  const script = `
    const { createCompletionCache } = await import(${JSON.stringify(new URL('./completion-cache.ts', import.meta.url).href)})
    const cache = createCompletionCache(process.argv[1])
    const usage = ${JSON.stringify(unknownUsage)}
    for (let at = 0; at < 100; at++) {
      await cache.write('key ' + at, 'm', { text: 'answer ' + at, finish: 'stop', usage })
      if ((await cache.read('key ' + at)).text !== 'answer ' + at) throw new Error('lost')
    }
    await cache.close()`
  await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, path])))
  const cache = createCompletionCache(path)
  assert.equal((await cache.read('key 99'))?.text, 'answer 99')
  await cache.close()
})

test('the file holds neither keys nor prompts', async context => {
  const { baseUrl } = await modelServer(context)
  const folder = temporaryFolder(context)
  const cache = createCompletionCache(join(folder, 'answers.db'))
  await withCache(createEndpointModel({ baseUrl, model: 'obey', apiKey: 'very-secret-key' }), { cache }).complete(request)
  const bytes = readdirSync(folder).map(name => readFileSync(join(folder, name), 'latin1'))
  await cache.close()
  assert.ok(bytes.some(text => text.includes('Miso')))
  for (const text of bytes) assert.doesNotMatch(text, /very-secret|Which cat/)
})

test('a file that is something else is refused', async context => {
  const path = join(temporaryFolder(context), 'notes.txt')
  writeFileSync(path, 'Not a database, and longer than its header of a hundred bytes would be, so that it is read as one. '.repeat(9))
  const model = withCache(
    { id: 'm', complete: async () => ({ text: '', finish: 'stop', usage: unknownUsage }) },
    { cache: createCompletionCache(path) },
  )
  await assert.rejects(model.complete(request), { code: 'store_unusable', message: /notes\.txt/ })
})
