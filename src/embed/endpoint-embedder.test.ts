import assert from 'node:assert/strict'
import test from 'node:test'
import { modelServer, standInVector, testClock } from '../../tests/support/model-server.fixture.ts'
import { createEndpointEmbedder } from './endpoint-embedder.ts'

const texts = ['Ana has a cat.', 'Ben has a dog.', 'Cleo has none.']
function expected(text: string, dimensions = 8): number[] {
  const vector = standInVector(text, dimensions)
  const length = Math.hypot(...vector)
  return vector.map(value => value / length)
}
function assertClose(vector: Float32Array | undefined, wanted: readonly number[]): void {
  assert.equal(vector?.length, wanted.length)
  for (const [place, value] of wanted.entries()) assert.ok(Math.abs((vector?.[place] ?? 9) - value) < 1e-6)
}

for (const model of ['obey', 'reversed-embeddings', 'base64-embeddings', 'no-index', 'no-dimensions']) {
  test(`${model}: one unit vector a text, in the order of the texts`, async context => {
    const { baseUrl } = await modelServer(context)
    const embedder = await createEndpointEmbedder({ baseUrl, model, dimensions: 8 })
    const vectors = await embedder.embed(texts)
    assert.equal(embedder.id, `${model}/8`)
    for (const [index, text] of texts.entries()) assertClose(vectors[index], expected(text))
  })
}

test('how long vectors are is found out where it is not said, and asked for where it is', async context => {
  const { baseUrl, requests } = await modelServer(context)
  assert.equal((await createEndpointEmbedder({ baseUrl, model: 'obey' })).id, 'obey/8')
  assert.equal(requests[0]?.body.dimensions, undefined)
  const short = await createEndpointEmbedder({ baseUrl, model: 'obey', dimensions: 4 })
  assert.equal((await short.embed(['Ana']))[0]?.length, 4)
  assert.equal(requests.at(-1)?.body.dimensions, 4)
})

for (const [model, message] of [
  ['one-embedding-less', /2 vectors for 3 texts/],
  ['same-index-twice', /index does not say which text/],
  ['mixed-dimensions', /expected 8 dimensions, got 5/],
  ['nan-embeddings', /no vector/],
] as const) {
  test(`${model}: refused, never stored under the wrong text`, async context => {
    const { baseUrl } = await modelServer(context)
    const embedder = await createEndpointEmbedder({ baseUrl, model, dimensions: 8 })
    await assert.rejects(embedder.embed(texts), { code: 'bad_vector', message })
  })
}

test('a server that does not keep to the length that was asked for is refused', async context => {
  const { baseUrl } = await modelServer(context)
  const embedder = await createEndpointEmbedder({ baseUrl, model: 'no-dimensions', dimensions: 4 })
  await assert.rejects(embedder.embed(texts), { code: 'bad_vector', message: /expected 4 dimensions, got 8/ })
})

test('batches are halved where the server objects, and stay so', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const embedder = await createEndpointEmbedder({ baseUrl, model: 'batch-of-two', dimensions: 8 })
  const seven = [...texts, ...texts, 'Dora']
  const vectors = await embedder.embed(seven)
  for (const [index, text] of seven.entries()) assertClose(vectors[index], expected(text))
  const before = requests.length
  await embedder.embed(seven)
  assert.deepEqual(
    requests.slice(before).map(({ body }) => body.input.length),
    [2, 2, 2, 1],
  )
})

test('blank texts are not sent and get zero vectors', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const embedder = await createEndpointEmbedder({ baseUrl, model: 'no-empty-text', dimensions: 8 })
  const vectors = await embedder.embed(['', 'Ana', ' \n'])
  assert.deepEqual(vectors[0], new Float32Array(8))
  assertClose(vectors[1], expected('Ana'))
  assert.deepEqual(requests[0]?.body.input, ['Ana'])
  assert.deepEqual(await embedder.embed([]), [])
  assert.equal(requests.length, 1)
})

test('failures are retried where that may help, and named without the key (NET-01)', async context => {
  const { baseUrl, host, requests } = await modelServer(context)
  const { wait, now, waits } = testClock()
  const retry = { wait, now, random: () => 0 }
  const patient = await createEndpointEmbedder({ baseUrl, model: 'retry-after-seconds+reset+status-503+obey', dimensions: 8, retry })
  assert.equal((await patient.embed(texts)).length, 3)
  assert.deepEqual(waits, [2000, 500, 1000])
  for (const model of ['status-401', 'error-in-200']) {
    const embedder = await createEndpointEmbedder({
      baseUrl,
      model,
      dimensions: 8,
      apiKey: 'very-secret-key',
      retry: { ...retry, retries: 1 },
    })
    await assert.rejects(embedder.embed(texts), error => {
      assert.ok(error instanceof Error && error.message.includes(host))
      assert.doesNotMatch(error.message, /very-secret/)
      return true
    })
  }
  assert.equal(requests.length, 4 + 1 + 2)
})

test('a server that never answers runs into the limit, and can be stopped (NET-02)', async context => {
  const { baseUrl } = await modelServer(context)
  const embedder = await createEndpointEmbedder({ baseUrl, model: 'stall', dimensions: 8, timeoutMs: 40, retry: { retries: 0 } })
  await assert.rejects(embedder.embed(texts), { code: 'model_timeout' })
  const patient = await createEndpointEmbedder({ baseUrl, model: 'stall', dimensions: 8 })
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 20)
  await assert.rejects(patient.embed(texts, stop.signal), { code: 'cancelled' })
})
