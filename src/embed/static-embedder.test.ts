import assert from 'node:assert/strict'
import test from 'node:test'
import { withChecks } from './checked-embedder.ts'
import { createStaticEmbedder } from './static-embedder.ts'

const embedder = withChecks(createStaticEmbedder())
const dot = (left: Float32Array, right: Float32Array): number => left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)
const embed = async (text: string): Promise<Float32Array> => (await embedder.embed([text]))[0] ?? new Float32Array()

test('it says what made its vectors', () => {
  assert.equal(embedder.id, 'static-minilm/1/128')
  assert.equal(embedder.dimensions, 128)
})

test('a question is nearest to the statement that answers it', async () => {
  const question = await embed('What sport does Priya do?')
  const [tennis, bread, car] = await embedder.embed([
    'Priya has been playing tennis since she was nine.',
    'Omar bakes sourdough bread every Sunday.',
    'The car is at the garage until Friday.',
  ])
  assert.ok(tennis && bread && car)
  assert.ok(dot(question, tennis) > dot(question, bread) && dot(question, tennis) > dot(question, car))
})

test('frequent words hardly turn a vector', async () => {
  assert.ok(dot(await embed('pottery'), await embed('it was the pottery')) > 0.8)
})

test('a text is embedded alike alone and among others', async () => {
  const [, among] = await embedder.embed(['one thing', 'a quiet harbour', 'another'])
  assert.deepEqual(among, await embed('a quiet harbour'))
})

test('a text without a Latin word or a digit is found by the words it shares', async () => {
  const [market, same, other] = await Promise.all(['ตลาดน้ำ 🎉', 'ตลาดน้ำ', 'ปลา'].map(embed))
  const cosine = (left: Float32Array | undefined, right: Float32Array | undefined) =>
    left?.reduce((sum, value, place) => sum + value * (right?.[place] ?? 0), 0) ?? 0
  assert.ok(cosine(market, same) > cosine(market, other))
  assert.ok((await embed(' ')).every(value => value === 0))
})

test('it stops when told to', async () => {
  await assert.rejects(embedder.embed(['a text'], AbortSignal.abort()), { name: 'AbortError' })
})
