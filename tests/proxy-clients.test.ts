import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import test, { type TestContext } from 'node:test'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { generateText, jsonSchema, Output, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { type ProxyServerOptions, proxyServer } from './support/proxy-server.fixture.ts'
import { chatChunk, chatReply, eventLines, type RawRequest, rawUpstream } from './support/raw-upstream.fixture.ts'

// The proxy through clients of other makers, and the two other APIs that clients speak.

async function start(
  context: TestContext,
  answer: (response: ServerResponse, request: RawRequest) => unknown,
  options: ProxyServerOptions = {},
) {
  const upstream = await rawUpstream(context, answer)
  const proxy = await proxyServer(context, { upstreams: [{ baseUrl: upstream.origin, apiKey: 'sk-upstream-1' }], ...options })
  const space = proxy.engram.space({ tenant: 'acme', space: 'ana' })
  const said = async () => (await space.turns()).map(({ speaker, text }) => `${speaker}: ${text}`)
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  const sent = (): any => JSON.parse(upstream.requests.at(-1)?.body ?? 'null')
  return { upstream, proxy, space, said, sent }
}
const headers = { 'x-engram-user': 'ana' }
const eventStream = { 'content-type': 'text/event-stream' }
const json = { 'content-type': 'application/json' }

const responseOf = (text: string, more: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'm',
  status: 'completed',
  output: [
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'She asks.' }] },
    { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] },
  ],
  ...more,
})

test('the responses API gets cards before the last input, whole and as a stream, and its answer is recorded', async context => {
  const answer = 'Seattle is lovely.'
  const { proxy, space, said, sent } = await start(context, (response, { body }) => {
    if (!JSON.parse(body).stream) return response.writeHead(200, json).end(JSON.stringify(responseOf(answer)))
    const delta = { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, content_index: 0, delta: answer }
    const events = [
      { type: 'response.created', response: responseOf('', { status: 'in_progress', output: [] }) },
      delta,
      { type: 'response.completed', response: responseOf(answer) },
    ]
    return response.writeHead(200, eventStream).end(events.map(event => `event: ${event.type}\n${eventLines([event])}`).join(''))
  })
  const client = new OpenAI({ baseURL: proxy.baseUrl, apiKey: 'x', maxRetries: 0, defaultHeaders: headers })
  const first = await client.responses.create({ model: 'm', input: 'I moved to Seattle.', instructions: 'Be kind.' })
  assert.equal(first.output_text, answer)
  await proxy.exchange(1)
  assert.deepEqual(await said(), ['user: I moved to Seattle.', `assistant: ${answer}`])
  await client.responses.create({ model: 'm', input: 'Where do I live now?' })
  assert.match(sent().input, /\[E1\] user: I moved to Seattle\.[\s\S]*\n\nWhere do I live now\?$/)
  const input: OpenAI.Responses.ResponseInput = [
    {
      role: 'user',
      content: [
        { type: 'input_image', image_url: 'data:image/png;base64,AA', detail: 'low' },
        { type: 'input_text', text: 'Is this where I live?' },
      ],
    },
    { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c1', output: 'a harbour' },
  ]
  const stream = await client.responses.create({ model: 'm', input, stream: true })
  const types = []
  for await (const { type } of stream) types.push(type)
  assert.deepEqual(types, ['response.created', 'response.output_text.delta', 'response.completed'])
  assert.deepEqual(sent().input.slice(1), input.slice(1))
  assert.deepEqual(
    sent().input[0].content.map(({ type }: { type: string }) => type),
    ['input_image', 'input_text', 'input_text'],
  )
  await proxy.exchange(3)
  assert.deepEqual((await said()).slice(2), ['user: Where do I live now?', 'user: Is this where I live?'])
  assert.equal((await space.turns()).filter(({ text }) => text === answer).length, 1)
})

test('a response that failed, was called off or only calls tools is no answer to record', async context => {
  const call = { type: 'function_call', id: 'fc', call_id: 'c', name: 'f', arguments: '{}', status: 'completed' }
  const replies = [responseOf('Half', { status: 'failed' }), responseOf('Half', { status: 'queued' }), responseOf('', { output: [call] })]
  let number = 0
  const { proxy, said } = await start(context, response => response.writeHead(200, json).end(JSON.stringify(replies[number++])))
  const client = new OpenAI({ baseURL: proxy.baseUrl, apiKey: 'x', maxRetries: 0, defaultHeaders: headers })
  for (const words of ['One thing.', 'Two things.', 'Three things.']) await client.responses.create({ model: 'm', input: words })
  await proxy.exchange(3)
  assert.deepEqual(await said(), ['user: Three things.'])
})

test('the messages API of Anthropic gets cards beside the last words, whole and as a stream, and its answer is recorded', async context => {
  const answer = 'Seattle is lovely.'
  const message = (more: object = {}) => ({
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 's' },
      { type: 'text', text: answer },
    ],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
    ...more,
  })
  const { proxy, said, sent, upstream } = await start(context, (response, { body }) => {
    if (!JSON.parse(body).stream) return response.writeHead(200, json).end(JSON.stringify(message()))
    const events = [
      { type: 'message_start', message: message({ content: [], stop_reason: null }) },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      ...answer.split(/(?= )/).map(text => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ]
    return response.writeHead(200, eventStream).end(events.map(event => `event: ${event.type}\n${eventLines([event])}`).join(''))
  })
  const client = new Anthropic({ baseURL: proxy.baseUrl.replace(/\/v1$/, ''), apiKey: 'sk-client', maxRetries: 0 })
  const ask = { model: 'm', max_tokens: 9, metadata: { user_id: 'ana' } }
  await client.messages.create({ ...ask, messages: [{ role: 'user', content: 'I moved to Seattle.' }] })
  await proxy.exchange(1)
  assert.deepEqual(await said(), ['user: I moved to Seattle.', `assistant: ${answer}`])
  assert.equal(upstream.requests[0]?.headers['x-api-key'], undefined, 'the key of the upstream takes its place')
  const result = { type: 'tool_result' as const, tool_use_id: 't1', content: '12:00' }
  const messages = [
    { role: 'user' as const, content: 'What time is it?' },
    { role: 'assistant' as const, content: [{ type: 'tool_use' as const, id: 't1', name: 'clock', input: {} }] },
    { role: 'user' as const, content: [result, { type: 'text' as const, text: 'And where do I live now?' }] },
  ]
  const stream = client.messages.stream({ ...ask, messages })
  assert.equal(await stream.finalText(), answer)
  const { content } = sent().messages[2]
  assert.deepEqual(content[0], result)
  assert.match(content[1].text, /\[E1\] user: I moved to Seattle\./)
  assert.equal(content[2].text, 'And where do I live now?')
  await proxy.exchange(2)
  assert.deepEqual((await said()).slice(2), ['user: What time is it?', 'user: And where do I live now?'])
  const count = { model: 'm', messages: [{ role: 'user' as const, content: 'Where do I live now?' }] }
  await client.messages.countTokens(count)
  assert.equal(upstream.requests.at(-1)?.path, '/v1/messages/count_tokens')
  assert.deepEqual(sent(), count, 'what is only counted gets no cards')
  assert.equal((await proxy.exchange(3)).stored, 0)
})

test('the AI SDK works through the proxy as without it: text, stream, object, tools, abort (PRX-06)', async context => {
  const { proxy, said, sent } = await start(context, (response, { body }) => {
    const { stream, messages, response_format, tools } = JSON.parse(body)
    const called = messages.some(({ role }: { role: string }) => role === 'tool')
    if (stream) {
      const words = ['Seattle ', 'is ', 'lovely.'].map(content => chatChunk({ content }))
      const usage = { ...chatChunk({}), choices: [], usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } }
      return response.writeHead(200, eventStream).end(eventLines([...words, chatChunk({}, 'stop'), usage, '[DONE]']))
    }
    const calls = ['a', 'b'].map(id => ({ id, type: 'function', function: { name: 'look', arguments: `{"city":"${id}"}` } }))
    if (tools && !called) return response.writeHead(200, json).end(chatReply({ content: null, tool_calls: calls }, 'tool_calls'))
    return response.writeHead(200, json).end(chatReply({ content: response_format ? '{"city":"Seattle"}' : 'You live there.' }))
  })
  const provider = createOpenAICompatible({ name: 'engram', baseURL: proxy.baseUrl, apiKey: 'x', headers, supportsStructuredOutputs: true })
  const model = provider('m')
  const { text } = await generateText({ model, prompt: 'I moved to Seattle.', temperature: 0.3, headers: { 'x-team': 'a' } })
  assert.equal(text, 'You live there.')
  assert.equal(sent().temperature, 0.3)
  await proxy.exchange(1)

  const streamed = streamText({ model, prompt: 'Where do I live now?' })
  const parts: string[] = []
  for await (const part of streamed.textStream) parts.push(part)
  assert.deepEqual(parts, ['Seattle ', 'is ', 'lovely.'])
  assert.equal((await streamed.usage).outputTokens, 3)
  assert.match(JSON.stringify(sent().messages), /I moved to Seattle/)

  const schema = jsonSchema<{ city: string }>({
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  })
  const { output } = await generateText({ model, output: Output.object({ schema }), prompt: 'Name the city.' })
  assert.deepEqual(output, { city: 'Seattle' })
  assert.equal(sent().response_format.type, 'json_schema')

  const looked: string[] = []
  const look = tool({ description: 'Looks.', inputSchema: schema, execute: async ({ city }) => `${looked.push(city)} houses` })
  const loop = await generateText({ model, tools: { look }, stopWhen: stepCountIs(3), prompt: 'Look at the city I moved to.' })
  assert.equal(loop.text, 'You live there.')
  assert.deepEqual(looked, ['a', 'b'])
  assert.deepEqual(
    sent()
      .messages.slice(-2)
      .map(({ tool_call_id }: { tool_call_id: string }) => tool_call_id),
    ['a', 'b'],
  )
  await proxy.exchange(5)
  const recorded = await said()
  assert.ok(recorded.includes('user: Look at the city I moved to.'))
  assert.ok(!recorded.some(turn => turn.includes('houses')), 'what tools say is not recorded')

  const abort = new AbortController()
  const aborted = streamText({ model, prompt: 'Say it again, please.', abortSignal: abort.signal, onError: () => {} })
  for await (const part of aborted.fullStream) if (part.type === 'text-delta') abort.abort()
  await proxy.exchange(6)

  const nobody = createOpenAICompatible({ name: 'engram', baseURL: proxy.baseUrl, apiKey: 'x' })
  assert.equal((await generateText({ model: nobody('m'), prompt: 'Who am I?' })).text, 'You live there.')
  assert.match((await proxy.exchange(7)).error ?? '', /^no_user/)
})

test('Azure and others with a path and a query of their own are joined to (PRX-04)', async context => {
  const { origin, requests } = await rawUpstream(context, response =>
    response.writeHead(404, json).end('{"error":{"message":"No such deployment."}}'),
  )
  const baseUrl = ` ${origin}/openai/deployments/x?api-version=2024-06-01 `
  const proxy = await proxyServer(context, { upstreams: [{ baseUrl, headers: { 'api-key': 'azure-key-1' } }] })
  const client = new OpenAI({ baseURL: proxy.baseUrl, apiKey: 'x', maxRetries: 0, defaultHeaders: headers })
  const asked = [
    () => client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'Hi.' }] }),
    () => client.embeddings.create({ model: 'm', input: 'Hi.' }),
  ]
  for (const one of asked) {
    await assert.rejects(one(), (error: unknown) => {
      assert.ok(error instanceof OpenAI.NotFoundError)
      assert.match(error.message, /No such deployment/)
      assert.match(error.headers?.get('x-engram-upstream-url') ?? '', /\/openai\/deployments\/x\/\w+(?:\/\w+)?\?api-version=2024-06-01$/)
      return true
    })
  }
  assert.deepEqual(requests.map(({ path }) => path).toSorted(), [
    '/openai/deployments/x/chat/completions?api-version=2024-06-01',
    '/openai/deployments/x/embeddings?api-version=2024-06-01',
  ])
  assert.ok(requests.every(({ headers }) => headers['api-key'] === 'azure-key-1' && headers.authorization === undefined))
})
