import assert from 'node:assert/strict'
import test from 'node:test'
import type { Embedder } from '../seams.ts'
import { withLastQuestions } from './last-questions.ts'

function counting(): { readonly embedder: Embedder; readonly asked: string[][] } {
  const asked: string[][] = []
  const embedder: Embedder = {
    id: 'counting',
    dimensions: 1,
    async embed(texts) {
      asked.push([...texts])
      if (texts.includes('fails') && asked.length === 1) throw new Error('busy')
      return texts.map(text => Float32Array.of(text.length))
    },
  }
  return { embedder: withLastQuestions(embedder), asked }
}

test('a question that comes again is embedded once, lists of texts each time', async () => {
  const { embedder, asked } = counting()
  assert.deepEqual(await embedder.embed(['Where?']), [Float32Array.of(6)])
  assert.deepEqual(await embedder.embed(['Where?']), [Float32Array.of(6)])
  for (let time = 0; time < 2; time++) assert.deepEqual(await embedder.embed(['a', 'bc']), [Float32Array.of(1), Float32Array.of(2)])
  assert.deepEqual(await embedder.embed([]), [])
  assert.deepEqual(asked, [['Where?'], ['a', 'bc'], ['a', 'bc'], []])
})

test('the question that was asked longest ago is forgotten first', async () => {
  const { embedder, asked } = counting()
  await embedder.embed(['stays'])
  for (let other = 0; other < 300; other++) {
    await embedder.embed([`q${other}`])
    await embedder.embed(['stays'])
  }
  await embedder.embed(['q299'])
  assert.equal(asked.length, 301)
  await embedder.embed(['q0'])
  assert.equal(asked.length, 302)
})

test('what failed is asked for again, and a call that was ended gets nothing', async () => {
  const { embedder, asked } = counting()
  await assert.rejects(embedder.embed(['fails']), /busy/)
  assert.deepEqual(await embedder.embed(['fails']), [Float32Array.of(5)])
  await assert.rejects(embedder.embed(['fails'], AbortSignal.abort()), { name: 'AbortError' })
  assert.equal(asked.length, 2)
})
