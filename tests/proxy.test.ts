import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import OpenAI from 'openai'
import { type ModelServerOptions, modelServer } from './support/model-server.fixture.ts'
import { type ProxyServerOptions, proxyServer } from './support/proxy-server.fixture.ts'

async function start(context: TestContext, options: ProxyServerOptions & { readonly reply?: ModelServerOptions['reply'] } = {}) {
  const { reply, ...rest } = options
  const model = await modelServer(context, reply === undefined ? {} : { reply })
  const proxy = await proxyServer(context, { upstreams: [{ baseUrl: model.baseUrl, apiKey: 'sk-upstream-1' }], ...rest })
  const client = new OpenAI({ baseURL: proxy.baseUrl, apiKey: 'sk-mine-1', maxRetries: 0, defaultHeaders: { 'x-engram-user': 'ana' } })
  const space = proxy.engram.space({ tenant: 'acme', space: 'ana' })
  return { model, proxy, client, space }
}

test('what was said in one chat stands as cards in the next, before the last words of the user', async context => {
  const { model, proxy, client, space } = await start(context)
  const first = await client.chat.completions.create({
    model: 'obey',
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'I finally moved to Seattle last year, and I love it.' },
    ],
  })
  assert.equal(first.choices[0]?.message.content, 'Ana has a cat named Miso.')
  assert.equal((await proxy.exchange(1)).stored, 2)
  assert.deepEqual(
    (await space.turns()).map(({ speaker, text }) => [speaker, text]),
    [
      ['user', 'I finally moved to Seattle last year, and I love it.'],
      ['assistant', 'Ana has a cat named Miso.'],
    ],
  )
  const { response } = await client.chat.completions
    .create({ model: 'obey', messages: [{ role: 'user', content: 'Where do I live now, in Seattle?' }] })
    .withResponse()
})
