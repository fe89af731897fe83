import assert from 'node:assert/strict'
import { once } from 'node:events'
import test from 'node:test'
import { createChatServer } from '../scripts/local-model/chat-server.ts'
import { cutAtStop } from '../scripts/local-model/cut-at-stop.ts'
import type { GenerationRequest, Generator } from '../scripts/local-model/generator.ts'
import { readChunks } from '../scripts/local-model/read-chunks.ts'

// The server of `npm run test:model` without its model: what is said over the wire whatever a model writes.

const timings = { first: 1, total: 2 }

/** Says the same words to all, a token each; remembers what it was asked. */
function scripted(words: readonly string[]): { readonly generator: Generator; readonly asked: GenerationRequest[] } {
  const asked: GenerationRequest[] = []
  const generator: Generator = {
    contextTokens: 50,
    countPrompt: messages => messages.flatMap(item => (item.type === 'model' ? [] : item.text.split(' '))).length,
    async generate(request, { onText }) {
      asked.push(request)
      for (const word of words) onText(word)
      const counts = { promptTokens: 9, cachedTokens: 4, completionTokens: words.length }
      return { text: words.join(''), finish: 'stop', ...counts, ms: timings, cpuMs: timings }
    },
    clearCache: async () => {},
  }
  return { generator, asked }
}

async function withServer(
  generator: Generator,
  work: (url: string) => Promise<void>,
  json: 'schema' | 'object' | 'none' = 'schema',
): Promise<void> {
  const server = createChatServer({ generator, model: 'scripted', json }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  try {
    await work(`http://127.0.0.1:${typeof address === 'object' ? address?.port : null}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const chat = (url: string, body: unknown): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
const formatOf = (schema: unknown) => ({ type: 'json_schema', json_schema: { name: 'any', schema } })
const user = { role: 'user', content: 'Where is Ana?' }

test('a reply carries the text and the tokens, cached ones apart', () =>
  withServer(scripted(['In ', 'Oslo.']).generator, async url => {
    const { choices, usage } = JSON.parse(await (await chat(url, { messages: [user] })).text())
    assert.deepEqual(choices, [{ index: 0, message: { role: 'assistant', content: 'In Oslo.' }, finish_reason: 'stop' }])
    assert.deepEqual(usage, { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11, prompt_tokens_details: { cached_tokens: 4 } })
  }))

test('a stream carries the text in parts, and the tokens only where they were asked for', () =>
  withServer(scripted(['In ', 'Oslo.']).generator, async url => {
    const read = async (options: unknown) =>
      Array.fromAsync(readChunks(await chat(url, { messages: [user], stream: true, stream_options: options })), chunk =>
        JSON.stringify(chunk),
      )
    const plain = await read(null)
    assert.deepEqual(
      plain.map(chunk => JSON.parse(chunk).choices[0].delta.content),
      ['', 'In ', 'Oslo.', undefined],
    )
    const withUsage = await read({ include_usage: true })
    assert.equal(withUsage.length, plain.length + 1)
    assert.equal(JSON.parse(withUsage.at(-1) ?? '').usage.completion_tokens, 2)
  }))

test('what a request asks for reaches the model: roles, the most tokens, stops, a schema', async () => {
  const { generator, asked } = scripted(['{}'])
  const schema = { type: 'object', properties: {} }
  await withServer(generator, async url => {
    const system = { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] }
    await chat(url, { messages: [system, user], max_completion_tokens: 7, stop: '\n', response_format: formatOf(schema), temperature: 0.5 })
  })
  const [request] = asked
  assert.deepEqual(request?.messages, [
    { type: 'system', text: 'Be brief.' },
    { type: 'user', text: 'Where is Ana?' },
  ])
  assert.deepEqual([request?.maxTokens, request?.stops, request?.temperature], [7, ['\n'], 0.5])
  assert.deepEqual(request?.format, { type: 'schema', schema })
})

test('what can not be answered is refused as OpenAI refuses it, and never cut to fit', () =>
  withServer(scripted([]).generator, async url => {
    const cases = [
      { body: 'nonsense', code: null, message: /expected object/ },
      { body: { messages: [] }, code: null, message: /messages/ },
      { body: { messages: [{ role: 'assistant', content: 'Hello' }] }, code: null, message: /from the user/ },
      { body: { messages: [user], n: 2 }, code: null, message: /n:/ },
      { body: { messages: [{ role: 'user', content: 'so '.repeat(60) }] }, code: 'context_length_exceeded', message: /50 tokens/ },
    ]
    for (const { body, code, message } of cases) {
      const response = await chat(url, body)
      const { error } = JSON.parse(await response.text())
      assert.equal(response.status, 400)
      assert.equal(error.type, 'invalid_request_error')
      assert.equal(error.code, code)
      assert.match(error.message, message)
    }
  }))

test('a server that is told to do without schemas, or without JSON, refuses them', async () => {
  const schema = formatOf({ type: 'string' })
  const status = (url: string, format: unknown) =>
    chat(url, { messages: [user], response_format: format }).then(response => response.status)
  await withServer(
    scripted(['{}']).generator,
    async url => assert.deepEqual([await status(url, schema), await status(url, { type: 'json_object' })], [400, 200]),
    'object',
  )
  await withServer(
    scripted(['{}']).generator,
    async url => assert.deepEqual([await status(url, { type: 'json_object' }), await status(url, { type: 'text' })], [400, 200]),
    'none',
  )
})

test('a schema that the grammar would not hold is refused, and one with anyOf is held', async () => {
  const { generator, asked } = scripted(['{}'])
  const either = { anyOf: [{ type: 'string' }, { type: 'null' }] }
  await withServer(generator, async url => {
    for (const schema of [{}, { type: 'object' }, { type: 'string', pattern: '^E' }, { type: 'array', items: {} }, { $ref: '#' }]) {
      const response = await chat(url, { messages: [user], response_format: formatOf(schema) })
      assert.equal(response.status, 400)
      assert.match(JSON.parse(await response.text()).error.param, /^response_format\.json_schema\.schema/)
    }
    await chat(url, { messages: [user], response_format: formatOf({ type: 'object', properties: { name: either } }) })
  })
  const held = { type: 'object', properties: { name: { oneOf: either.anyOf } } }
  assert.deepEqual(
    asked.map(({ format }) => format),
    [{ type: 'schema', schema: held }],
  )
})

test('a text ends before a stop, and what may become one is held back', () => {
  assert.deepEqual(cutAtStop('Oslo. END more', ['END']), { shown: 'Oslo. ', stopped: true })
  assert.deepEqual(cutAtStop('Oslo. EN', ['END', '\n\n']), { shown: 'Oslo. ', stopped: false })
  assert.deepEqual(cutAtStop('Oslo. END', []), { shown: 'Oslo. END', stopped: false })
  assert.deepEqual(cutAtStop('Gr\uFFFD', []), { shown: 'Gr', stopped: false })
})
