import assert from 'node:assert/strict'
import { z } from 'zod'
import { readChunks } from './read-chunks.ts'

export interface Check {
  readonly name: string
  run(baseUrl: string, signal: AbortSignal): Promise<void>
}

const usageSchema = z.object({
  prompt_tokens: z.int().positive(),
  completion_tokens: z.int().positive(),
  total_tokens: z.int().positive(),
  prompt_tokens_details: z.object({ cached_tokens: z.int().nonnegative() }),
})
const completionSchema = z.object({
  object: z.literal('chat.completion'),
  choices: z.tuple([z.object({ message: z.object({ role: z.literal('assistant'), content: z.string() }), finish_reason: z.string() })]),
  usage: usageSchema,
})
const chunkSchema = z.object({
  object: z.literal('chat.completion.chunk'),
  choices: z.array(z.object({ delta: z.object({ content: z.string().optional() }), finish_reason: z.string().nullable() })),
  usage: usageSchema.optional(),
})
const errorSchema = z.object({ error: z.object({ message: z.string(), type: z.string(), code: z.string().nullable() }) })

const ask = (content: string): readonly unknown[] => [
  { role: 'system', content: 'You answer in one short sentence.' },
  { role: 'user', content },
]
const question = 'What is the capital of France?'

const cards = ['E1 Ana: I moved to Oslo in May.', 'E2 Ben: My cat is called Gasket.', 'E3 Ana: I work at a museum.']
const citedSchema = {
  type: 'object',
  properties: {
    answer: { type: 'string', maxLength: 200 },
    citations: { type: 'array', items: { enum: ['E1', 'E2', 'E3'] }, minItems: 1, maxItems: 3 },
  },
  required: ['answer', 'citations'],
  additionalProperties: false,
}
const citedReply = z.strictObject({
  answer: z.string(),
  citations: z
    .array(z.enum(['E1', 'E2', 'E3']))
    .min(1)
    .max(3),
})

/** By plain fetch, so that what is checked is what goes over the wire and not a client's view of it. */
export const wireChecks: readonly Check[] = [
  {
    name: 'the model is listed',
    async run(baseUrl, signal) {
      const response = await fetch(`${baseUrl}/models`, { signal })
      const { data } = z.object({ data: z.array(z.object({ id: z.string() })).min(1) }).parse(await response.json())
      assert.notEqual(data[0]?.id, '')
    },
  },
  {
    name: 'a chat is answered, with its tokens',
    async run(baseUrl, signal) {
      const { choices, usage } = await complete(baseUrl, { messages: ask(question), max_tokens: 40 }, signal)
      assert.match(choices[0].message.content, /\w/)
      assert.equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens)
    },
  },
  {
    name: 'the same prompt again is read out of the cache, and answered alike',
    async run(baseUrl, signal) {
      const body = { messages: ask(question), max_tokens: 40 }
      const first = await complete(baseUrl, body, signal)
      const { choices, usage } = await complete(baseUrl, body, signal)
      assert.equal(usage.prompt_tokens_details.cached_tokens, usage.prompt_tokens - 1)
      assert.equal(choices[0].message.content, first.choices[0].message.content)
    },
  },
  {
    name: 'with the cache cleared it is read from its start',
    async run(baseUrl, signal) {
      await fetch(new URL('/cache', baseUrl), { method: 'DELETE', signal })
      const { usage } = await complete(baseUrl, { messages: ask(question), max_tokens: 1 }, signal)
      assert.equal(usage.prompt_tokens_details.cached_tokens, 0)
    },
  },
  {
    name: 'a stream says the same in parts, and its tokens at the end',
    async run(baseUrl, signal) {
      const body = { messages: ask(question), max_tokens: 40 }
      const { choices: whole, usage: wholeUsage } = await complete(baseUrl, body, signal)
      const response = await post(baseUrl, { ...body, stream: true, stream_options: { include_usage: true } }, signal)
      const chunks = await Array.fromAsync(readChunks(response), chunk => chunkSchema.parse(chunk))
      const parts = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? ''))
      assert.equal(parts.join(''), whole[0].message.content)
      assert.ok(parts.filter(part => part !== '').length > 1, 'it came in one part')
      assert.equal(chunks.at(-2)?.choices[0]?.finish_reason, whole[0].finish_reason)
      assert.deepEqual(chunks.at(-1)?.choices, [])
      assert.equal(chunks.at(-1)?.usage?.completion_tokens, wholeUsage.completion_tokens)
    },
  },
  {
    name: 'at the most tokens it stops, and says so',
    async run(baseUrl, signal) {
      const { choices, usage } = await complete(baseUrl, { messages: ask('Count from 1 to 100.'), max_tokens: 5 }, signal)
      assert.equal(choices[0].finish_reason, 'length')
      assert.equal(usage.completion_tokens, 5)
    },
  },
  {
    name: 'it stops before a stop word',
    async run(baseUrl, signal) {
      const { choices } = await complete(baseUrl, { messages: ask(question), max_tokens: 40 }, signal)
      const [first = '', second = ''] = choices[0].message.content.split(' ')
      const stopped = await complete(baseUrl, { messages: ask(question), max_tokens: 40, stop: [` ${second}`] }, signal)
      assert.equal(stopped.choices[0].message.content, first)
      assert.equal(stopped.choices[0].finish_reason, 'stop')
    },
  },
  {
    name: 'JSON held to a schema fits it, with citations of cards that exist',
    async run(baseUrl, signal) {
      for (const asked of ['Where does Ana live?', 'What is the cat called?', 'Where does Ana work?']) {
        const messages = ask(`${cards.join('\n')}\n\n${asked} Reply in JSON: answer, and citations.`)
        const format = { type: 'json_schema', json_schema: { name: 'cited', strict: true, schema: citedSchema } }
        const { choices } = await complete(baseUrl, { messages, max_tokens: 200, response_format: format }, signal)
        citedReply.parse(JSON.parse(choices[0].message.content))
      }
    },
  },
  {
    name: 'JSON of a schema that leaves a choice is one of its forms',
    async run(baseUrl, signal) {
      const either = { anyOf: [{ type: 'string', enum: ['Oslo', 'Bergen'] }, { type: 'null' }] }
      const schema = { type: 'object', properties: { city: either }, required: ['city'], additionalProperties: false }
      const format = { type: 'json_schema', json_schema: { name: 'city', strict: true, schema } }
      const messages = ask(`${cards.join('\n')}\n\nIn which city does Ana live? Reply in JSON: city.`)
      const { choices } = await complete(baseUrl, { messages, max_tokens: 60, response_format: format }, signal)
      z.strictObject({ city: z.enum(['Oslo', 'Bergen']).nullable() }).parse(JSON.parse(choices[0].message.content))
    },
  },
  {
    name: 'JSON without a schema is JSON',
    async run(baseUrl, signal) {
      const messages = ask('Reply with a JSON object that has one key, city: the capital of France.')
      const { choices } = await complete(baseUrl, { messages, max_tokens: 200, response_format: { type: 'json_object' } }, signal)
      JSON.parse(choices[0].message.content)
    },
  },
  {
    name: 'a prompt that is longer than the context is refused, not cut',
    async run(baseUrl, signal) {
      const response = await post(baseUrl, { messages: ask('again and '.repeat(40_000)), max_tokens: 1 }, signal)
      assert.equal(response.status, 400)
      assert.equal(errorSchema.parse(await response.json()).error.code, 'context_length_exceeded')
    },
  },
  {
    name: 'a request without messages is refused, with what is wrong',
    async run(baseUrl, signal) {
      const response = await post(baseUrl, { messages: [] }, signal)
      assert.equal(response.status, 400)
      assert.match(errorSchema.parse(await response.json()).error.message, /messages/)
    },
  },
  {
    name: 'a stream that is hung up on ends, and the next request is answered',
    async run(baseUrl, signal) {
      const hangUp = new AbortController()
      const response = await post(baseUrl, { messages: ask('Tell a long story.'), stream: true }, AbortSignal.any([signal, hangUp.signal]))
      for await (const _ of readChunks(response)) break
      hangUp.abort()
      await complete(baseUrl, { messages: ask(question), max_tokens: 5 }, AbortSignal.any([signal, AbortSignal.timeout(120_000)]))
    },
  },
]

/** Of a server that holds replies to JSON at most: asked for more it says so, as those do whose clients must step down. */
export const refusesSchema: Check = {
  name: 'a server without schemas refuses one',
  async run(baseUrl, signal) {
    const format = { type: 'json_schema', json_schema: { name: 'cited', strict: true, schema: citedSchema } }
    const response = await post(baseUrl, { messages: ask(question), response_format: format }, signal)
    assert.equal(response.status, 400)
    assert.match(errorSchema.parse(await response.json()).error.message, /response_format/)
  },
}

function post(baseUrl: string, body: unknown, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${baseUrl}/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body), signal })
}

async function complete(baseUrl: string, body: unknown, signal: AbortSignal): Promise<z.output<typeof completionSchema>> {
  const response = await post(baseUrl, body, signal)
  assert.equal(response.status, 200, `expected 200, got ${response.status}`)
  return completionSchema.parse(await response.json())
}
