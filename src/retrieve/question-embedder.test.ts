import assert from 'node:assert/strict'
import test from 'node:test'
import type { Embedder } from '../seams.ts'
import { createQuestionEmbedder } from './question-embedder.ts'

function counting(): { readonly embed: ReturnType<typeof createQuestionEmbedder>; readonly asked: string[] } {
  const asked: string[] = []
  const embedder: Embedder = {
    id: 'counting',
    dimensions: 1,
    async embed(texts) {
      asked.push(...texts)
      if (texts.includes('fails') && asked.length === 1) throw new Error('busy')
      return texts.map(text => Float32Array.of(text.length))
    },
  }
  return { embed: createQuestionEmbedder(embedder), asked }
}

test('a question that comes again is embedded once', async () => {
  const { embed, asked } = counting()
  for (let time = 0; time < 3; time++) assert.deepEqual(await embed('Where?'), Float32Array.of(6))
  assert.deepEqual(await embed('When'), Float32Array.of(4))
  assert.deepEqual(asked, ['Where?', 'When'])
})

test('the question that was asked longest ago is forgotten first', async () => {
  const { embed, asked } = counting()
  await embed('stays')
  for (let other = 0; other < 300; other++) {
    await embed(`q${other}`)
    await embed('stays')
  }
  await embed('q299')
  assert.equal(asked.length, 301)
  await embed('q0')
  assert.equal(asked.length, 302)
})

test('what failed is asked for again, and a call that was ended gets nothing', async () => {
  const { embed, asked } = counting()
  await assert.rejects(embed('fails'), /busy/)
  assert.deepEqual(await embed('fails'), Float32Array.of(5))
  await assert.rejects(embed('fails', AbortSignal.abort()), { name: 'AbortError' })
  assert.equal(asked.length, 2)
})
