import assert from 'node:assert/strict'
import test from 'node:test'
import { createOpenAI } from '@ai-sdk/openai'
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { APICallError, generateText, isStepCount, Output, streamText, tool, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { generateText as generateText6, streamText as streamText6, wrapLanguageModel as wrapLanguageModel6 } from 'ai-6'
import { MockLanguageModelV3 } from 'ai-6/test'
import { z } from 'zod'
import { type ChatMemoryOptions, memoryMiddleware, memoryTools, type ReplyMemory } from '../src/adapters/ai-sdk.ts'
import { EngramError, openEngram, type Space } from '../src/index.ts'
import { openMemoryStore } from '../src/testing.ts'
import { modelServer } from './support/model-server.fixture.ts'
import { movingHouse } from './support/moving-house.ts'

globalThis.AI_SDK_LOG_WARNINGS = false

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 3, reasoning: 2 },
}
type Finish = LanguageModelV4GenerateResult['finishReason']['unified']
const replies = (content: LanguageModelV4Content[], unified: Finish = 'stop'): LanguageModelV4GenerateResult => ({
  content,
  finishReason: { unified, raw: undefined },
  usage,
  warnings: [],
})
const says = (text: string, unified?: Finish): LanguageModelV4GenerateResult => replies([{ type: 'text', text }], unified)
const streams = (parts: LanguageModelV4StreamPart[]): { stream: ReadableStream<LanguageModelV4StreamPart> } => ({
  stream: ReadableStream.from(parts),
})
const streamOf = (text: string): LanguageModelV4StreamPart[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta: 'I wonder about kiwis.' },
  { type: 'reasoning-end', id: 'r' },
  { type: 'text-start', id: 't' },
  ...text.split(/(?<= )/).map(delta => ({ type: 'text-delta' as const, id: 't', delta })),
  { type: 'text-end', id: 't' },
  { type: 'finish', usage, finishReason: { unified: 'stop', raw: undefined } },
]

async function spaceWith(turns = movingHouse): Promise<Space> {
  const memory = await openEngram({ store: openMemoryStore() })
  const space = memory.space({ tenant: 'test', space: 'ana' })
  if (turns.length > 0) await space.remember(turns)
  return space
}
const down = (space: Space, what: readonly (keyof Space)[]): Space => ({
  ...space,
  ...Object.fromEntries(what.map(name => [name, () => Promise.reject(new Error('the disk is gone'))])),
})
const remember = (model: MockLanguageModelV4, options: ChatMemoryOptions) =>
  wrapLanguageModel({ model, middleware: memoryMiddleware({ now: () => new Date('2024-05-01T12:00:00Z'), ...options }) })
const newTurns = async (space: Space): Promise<string[]> =>
  (await space.turns()).filter(({ id }) => !/^t\d$/.test(id)).map(({ speaker, text }) => `${speaker}: ${text}`)
const memoryOf = (metadata: unknown): ReplyMemory =>
  z.object({ 'engram-r': z.custom<ReplyMemory>(value => typeof value === 'object') }).parse(metadata)['engram-r']
const promptOf = (call: LanguageModelV4CallOptions | undefined): string => JSON.stringify(call?.prompt)
const question = 'Where did Ana move with her cat?'

test('generateText gets cards right before the last message, and its reply is remembered and its citations opened', async () => {
  const space = await spaceWith()
  const model = new MockLanguageModelV4({ doGenerate: says('Ana moved to Seattle [E1]. She owns a yacht [E1]. Anything else?') })
  const messages = [
    { role: 'user', content: 'Hi.' },
    { role: 'assistant', content: 'Hello!' },
    { role: 'user', content: question },
  ] as const
  const { text, providerMetadata, totalUsage } = await generateText({
    model: remember(model, { space }),
    instructions: 'Be brief.',
    messages: [...messages],
    temperature: 0.3,
    maxOutputTokens: 99,
    headers: { 'x-test': 'yes' },
    providerOptions: { mock: { some: 'option' } },
  })
  const [call] = model.doGenerateCalls
  assert.deepEqual(
    call?.prompt.slice(0, 3).map(({ role, content }) => [role, JSON.stringify(content)]),
    [
      ['system', '"Be brief."'],
      ['user', '[{"type":"text","text":"Hi."}]'],
      ['assistant', '[{"type":"text","text":"Hello!"}]'],
    ],
  )
  const [part, ...others] = call?.prompt.at(-1)?.content ?? []
  assert.deepEqual(others, [])
  assert.ok(typeof part === 'object' && part.type === 'text')
  assert.match(part.text, /^<engram-memory>\n[\s\S]*\[E1\][^\n]*Seattle[\s\S]*<\/engram-memory>\n\nWhere did Ana move/)
  assert.deepEqual([call?.temperature, call?.maxOutputTokens, call?.providerOptions], [0.3, 99, { mock: { some: 'option' } }])
  assert.equal(call?.headers?.['x-test'], 'yes')

  assert.equal(text, 'Ana moved to Seattle [E1]. She owns a yacht [E1]. Anything else?')
  assert.equal(totalUsage.inputTokens, 10)
  const { cards, citations, verdicts, tokens, searchMs, prompt } = memoryOf(providerMetadata)
  assert.match(`${prompt.id} ${prompt.hash}`, /^chat\/1 [0-9a-f]{64}$/)
  assert.equal(cards[0]?.label, 'E1')
  assert.deepEqual(
    citations.map(({ label, turnId }) => [label, turnId]),
    [['E1', 't1']],
  )
  assert.match(citations[0]?.quote ?? '', /Seattle/)
  assert.deepEqual(verdicts, { supported: 1, partly: 0, unsupported: 1, uncited: 1 })
  assert.ok(tokens > 0 && searchMs >= 0)
  assert.deepEqual(await newTurns(space), [`user: ${question}`, 'assistant: Ana moved to Seattle. She owns a yacht. Anything else?'])
  assert.match((await space.turns()).at(-1)?.at ?? '', /^2024-05-01T\d\d:00[+-]\d\d:\d\d$/)
})

test('streamText passes every part on in order, and keeps the text alone, never reasoning', async () => {
  const space = await spaceWith()
  const model = new MockLanguageModelV4({ doStream: streams(streamOf('Ana moved to Seattle [E1].')) })
  const result = streamText({ model: remember(model, { space }), prompt: question })
  const types: string[] = []
  for await (const { type } of result.fullStream) types.push(type)
  assert.deepEqual(types, [
    'start',
    'start-step',
    'reasoning-start',
    'reasoning-delta',
    'reasoning-end',
    'text-start',
    'text-delta',
    'text-delta',
    'text-delta',
    'text-delta',
    'text-delta',
    'text-end',
    'finish-step',
    'finish',
  ])
  assert.equal((await result.usage).outputTokens, 5)
  assert.deepEqual(memoryOf(await result.providerMetadata).verdicts, { supported: 1, partly: 0, unsupported: 0, uncited: 0 })
  assert.deepEqual(await newTurns(space), [`user: ${question}`, 'assistant: Ana moved to Seattle.'])
})

test('reasoning that a server left in the text is neither checked nor kept, and a history that holds it is the same history', async () => {
  const space = await spaceWith()
  const reply = '<think>The user owns a yacht.</think>\n\nAna moved to Seattle [E1].'
  const model = new MockLanguageModelV4({ doGenerate: says(reply) })
  const { text, providerMetadata } = await generateText({ model: remember(model, { space, session: 's' }), prompt: question })
  assert.equal(text, reply, 'the app gets what came')
  assert.deepEqual(memoryOf(providerMetadata).verdicts, { supported: 1, partly: 0, unsupported: 0, uncited: 0 })
  const kept = [`user: ${question}`, 'assistant: Ana moved to Seattle.']
  assert.deepEqual(await newTurns(space), kept)
  const before = [
    { role: 'user', content: question },
    { role: 'assistant', content: reply },
  ] as const
  const asked: (readonly string[])[] = []
  const watched: Space = {
    ...space,
    recall(words, options) {
      asked.push(options?.except ?? [])
      return space.recall(words, options)
    },
  }
  await generateText({
    model: remember(model, { space: watched, session: 's' }),
    messages: [...before, { role: 'user', content: 'Thanks.' }],
  })
  const ids = (await space.turns()).slice(-4, -2).map(({ id }) => id)
  for (const id of ids) assert.ok(asked[0]?.includes(id), 'a turn that the history holds is passed over')
  assert.equal((await newTurns(space)).length, 4)
})

test('an answer in JSON is not told to cite and not kept; what was asked is', async () => {
  const space = await spaceWith()
  const model = new MockLanguageModelV4({ doGenerate: says('{"city":"Seattle"}') })
  const { output, providerMetadata } = await generateText({
    model: remember(model, { space }),
    prompt: question,
    output: Output.object({ schema: z.object({ city: z.string() }) }),
  })
  assert.deepEqual(output, { city: 'Seattle' })
  assert.match(promptOf(model.doGenerateCalls[0]), /Seattle/)
  assert.doesNotMatch(promptOf(model.doGenerateCalls[0]), /End every sentence/)
  assert.equal(memoryOf(providerMetadata).verdicts, null)
  assert.deepEqual(await newTurns(space), [`user: ${question}`])
})

test('the steps of a tool loop see the same cards, tool results stay paired, and only the last text is kept', async () => {
  const space = await spaceWith()
  let recalls = 0
  const counted: Space = {
    ...space,
    recall(...args) {
      recalls++
      return space.recall(...args)
    },
  }
  const call = { type: 'tool-call', toolCallId: 'call-1', toolName: 'weather', input: '{"city":"Seattle"}' } as const
  const model = new MockLanguageModelV4({
    doGenerate: [
      replies([{ type: 'text', text: 'Let me look.' }, call], 'tool-calls'),
      replies([
        { type: 'reasoning', text: 'Rain, rain.' },
        { type: 'text', text: 'It rains where Ana moved [E1].' },
      ]),
    ],
  })
  const { text, steps } = await generateText({
    model: remember(model, { space: counted }),
    prompt: question,
    tools: { weather: tool({ inputSchema: z.object({ city: z.string() }), execute: async () => 'rain' }) },
    stopWhen: isStepCount(3),
  })
  assert.equal(steps.length, 2)
  assert.equal(text, 'It rains where Ana moved [E1].')
  const [first, second] = model.doGenerateCalls
  assert.deepEqual(second?.prompt.slice(0, 1), first?.prompt, 'the prefix is the same, and so may stay cached')
  assert.deepEqual(
    second?.prompt.map(({ role }) => role),
    ['user', 'assistant', 'tool'],
  )
  assert.match(promptOf(second), /"toolCallId":"call-1".*"toolCallId":"call-1"/)
  assert.equal(recalls, 1)
  assert.deepEqual(await newTurns(space), [`user: ${question}`, 'assistant: It rains where Ana moved.'])
})

test('histories that are sent again and retries are stored once, and cards that come back are never taken for talk', async () => {
  const space = await spaceWith([])
  const texts = ['I moved to Oslo last week.', 'ok', 'ok']
  const model = new MockLanguageModelV4({ doGenerate: async () => says('Noted.') })
  const wrapped = remember(model, { space })
  const messages: { role: 'user' | 'assistant'; content: string }[] = []
  for (const content of texts) {
    messages.push({ role: 'user', content })
    await generateText({ model: wrapped, messages })
    await generateText({ model: wrapped, messages })
    messages.push({ role: 'assistant', content: 'Noted.' })
  }
  const expected = texts.flatMap(text => [`user: ${text}`, 'assistant: Noted.'])
  assert.deepEqual(await newTurns(space), expected)

  // A client that logs what was sent, and sends that again.
  const sent = model.doGenerateCalls.at(-1)?.prompt.at(-1)?.content ?? []
  const [part] = sent
  assert.ok(typeof part === 'object' && part.type === 'text' && part.text.startsWith('<engram-memory>'))
  await generateText({ model: wrapped, messages: [...messages.slice(0, -2), { role: 'user', content: part.text }] })
  assert.deepEqual(await newTurns(space), expected)
})

test('what stands in the conversation already does not come back as cards, and an answer asked for again does not see its own question', async () => {
  const space = await spaceWith()
  const model = new MockLanguageModelV4({ doGenerate: async () => says('Ana moved to Seattle with her cat [E1].') })
  const wrapped = remember(model, { space })
  const first = [{ role: 'user', content: question }] as const
  await generateText({ model: wrapped, messages: [...first] })
  await generateText({ model: wrapped, messages: [...first] })
  const later = { role: 'user', content: 'Which cat did Ana move with, and where?' } as const
  await generateText({
    model: wrapped,
    messages: [...first, { role: 'assistant', content: 'Ana moved to Seattle with her cat [E1].' }, later],
  })
  const blocks = model.doGenerateCalls.map(call => /<engram-memory>(.*)<\/engram-memory>/.exec(promptOf(call))?.[1] ?? '')
  for (const block of blocks) {
    assert.match(block, /Miso/)
    assert.doesNotMatch(block, /Where did Ana move/)
  }
  assert.doesNotMatch(blocks[2] ?? '', /Ana moved to Seattle with her cat/)
  // In another conversation both are news.
  await generateText({ model: remember(model, { space, session: 'another' }), prompt: 'Did I ask where Ana did move with her cat?' })
  assert.match(promptOf(model.doGenerateCalls.at(-1)), /<engram-memory>.*Ana moved to Seattle with her cat/)
})

test('a block of facts in the system prompt is never remembered, however often it is sent', async () => {
  const space = await spaceWith([])
  const model = new MockLanguageModelV4({ doGenerate: async () => says('You are welcome.') })
  for (let round = 0; round < 10; round++) {
    await generateText({
      model: remember(model, { space }),
      instructions: 'Known facts: Ana is allergic to kiwi [m1]',
      prompt: 'ok thanks',
    })
  }
  assert.deepEqual(await newTurns(space), ['user: ok thanks', 'assistant: You are welcome.'])
  assert.deepEqual(await space.memories(), [])
})

test('a reply that is stopped midway is not kept, what was asked is; a failed one keeps nothing and is asked again', async () => {
  const space = await spaceWith()
  const stop = new AbortController()
  const model = new MockLanguageModelV4({
    doStream: async ({ abortSignal }) => ({
      stream: new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          for (const part of streamOf('Ana moved ').slice(0, 6)) controller.enqueue(part)
          abortSignal?.addEventListener('abort', () => controller.error(abortSignal.reason))
        },
      }),
    }),
  })
  const result = streamText({ model: remember(model, { space }), prompt: question, abortSignal: stop.signal, onError() {} })
  const seen: string[] = []
  for await (const { type } of result.fullStream) {
    seen.push(type)
    if (type === 'text-delta') stop.abort()
  }
  assert.equal(seen.at(-1), 'abort')
  assert.deepEqual(await newTurns(space), [`user: ${question}`])

  let asked = 0
  const failing = new MockLanguageModelV4({
    async doGenerate() {
      asked++
      throw new Error('no such model')
    },
  })
  await assert.rejects(generateText({ model: remember(failing, { space }), prompt: 'I like plums.', maxRetries: 0 }), /no such model/)
  assert.equal(asked, 1)
  assert.deepEqual(await newTurns(space), [`user: ${question}`])

  const broken = new MockLanguageModelV4({
    doStream: streams([...streamOf('I like').slice(0, 6), { type: 'error', error: new Error('out of memory') }]),
  })
  await streamText({ model: remember(broken, { space }), prompt: 'I like plums.', onError() {} }).consumeStream()
  assert.deepEqual(await newTurns(space), [`user: ${question}`])
})

test('a call that the SDK sends again after a failure is stored once', async () => {
  const space = await spaceWith()
  let asked = 0
  const model = new MockLanguageModelV4({
    async doGenerate() {
      if (++asked > 1) return says('Noted.')
      const responseHeaders = { 'retry-after-ms': '1' }
      throw new APICallError({ message: 'busy', url: 'http://x', requestBodyValues: {}, statusCode: 503, responseHeaders })
    },
  })
  await generateText({ model: remember(model, { space }), prompt: 'I like plums.', maxRetries: 1 })
  assert.equal(asked, 2)
  assert.deepEqual(await newTurns(space), ['user: I like plums.', 'assistant: Noted.'])
})

test('memory that is down costs a warning, not the reply', async () => {
  const space = await spaceWith()
  const failures: string[] = []
  const model = new MockLanguageModelV4({
    doGenerate: async () => says('No idea.'),
    doStream: async () => streams(streamOf('No idea.')),
  })
  const wrapped = remember(model, {
    space: down(space, ['recall', 'remember']),
    onError: (error, doing) => failures.push(`${doing}: ${error instanceof Error ? error.message : error}`),
  })
  const { text, warnings } = await generateText({ model: wrapped, prompt: question })
  assert.equal(text, 'No idea.')
  assert.deepEqual(
    warnings?.map(warning => 'message' in warning && warning.message),
    [
      'engram-r could not recall, the chat goes on without: the disk is gone',
      'engram-r could not remember, the chat goes on without: the disk is gone',
    ],
  )
  assert.deepEqual(failures, ['recall: the disk is gone', 'remember: the disk is gone'])
  assert.deepEqual(model.doGenerateCalls[0]?.prompt, [
    { role: 'user', content: [{ type: 'text', text: question }], providerOptions: undefined },
  ])
  const streamed = streamText({ model: wrapped, prompt: question })
  assert.equal(await streamed.text, 'No idea.')
  assert.equal((await streamed.warnings)?.length, 1)

  const unverified = await generateText({ model: remember(model, { space: down(space, ['verify']) }), prompt: question })
  assert.equal(memoryOf(unverified.providerMetadata).verdicts, null)
  assert.equal(unverified.warnings?.length, 1)
})

test('memory that never answers is waited for so long at most', async () => {
  const silent: Space = { ...(await spaceWith()), recall: () => new Promise(() => {}), remember: () => new Promise(() => {}) }
  const model = new MockLanguageModelV4({ doGenerate: async () => says('No idea.') })
  const { text, warnings } = await generateText({ model: remember(model, { space: silent, timeoutMs: 5 }), prompt: question })
  assert.equal(text, 'No idea.')
  assert.equal(warnings?.length, 2)
  assert.match(JSON.stringify(warnings), /could not recall.*took longer.*could not remember.*took longer/s)
})

test('with an empty memory, or a message without words, the prompt stays as it was', async () => {
  const space = await spaceWith([])
  const model = new MockLanguageModelV4({ doGenerate: async () => says('Hello.') })
  const { providerMetadata } = await generateText({ model: remember(model, { space }), prompt: 'Hi, I am Ana.' })
  assert.doesNotMatch(promptOf(model.doGenerateCalls[0]), /<engram-memory>/)
  assert.deepEqual(memoryOf(providerMetadata).cards, [])
  const image = { type: 'file', mediaType: 'image/png', data: new Uint8Array([137, 80, 78, 71]) } as const
  await generateText({ model: remember(model, { space }), messages: [{ role: 'user', content: [image] }] })
  assert.deepEqual(await newTurns(space), ['user: Hi, I am Ana.', 'assistant: Hello.'])
  await generateText({
    model: remember(model, { space }),
    messages: [{ role: 'user', content: [{ type: 'text', text: 'My new sofa!' }, image] }],
  })
  assert.deepEqual((await space.turns()).at(-2)?.attachments, [{ type: 'image', reference: null, mediaType: 'image/png', caption: null }])
  assert.throws(
    // @ts-expect-error: what a program without types may do
    () => memoryMiddleware({ space: undefined }),
    (error: unknown) => error instanceof EngramError && error.code === 'bad_input' && /memory\.space\(/.test(error.message),
  )
})

test('memory of another conversation begins alike and is another', async () => {
  const space = await spaceWith([])
  const model = new MockLanguageModelV4({ doGenerate: async () => says('Well done.') })
  for (const session of ['monday', 'tuesday'])
    await generateText({ model: remember(model, { space, session }), prompt: 'I ran 5 km today.' })
  assert.deepEqual(
    (await space.turns()).map(({ session }) => session),
    ['monday', 'monday', 'tuesday', 'tuesday'],
  )
  await generateText({ model: remember(model, { space, record: false }), prompt: 'I swam today.' })
  assert.equal((await space.turns()).length, 4)
})

test('tools look up, remember and forget', async () => {
  const space = await spaceWith([])
  const calls = [
    ['remember', { text: 'I moved to Oslo.' }],
    ['search_memory', { question: 'To which city did the user move?' }],
  ] as const
  const model = new MockLanguageModelV4({
    doGenerate: [
      ...calls.map(([toolName, input], index) =>
        replies([{ type: 'tool-call', toolCallId: `c${index}`, toolName, input: JSON.stringify(input) }], 'tool-calls'),
      ),
      says('Done.'),
    ],
  })
  const { steps } = await generateText({ model, prompt: 'Remember it.', tools: memoryTools({ space }), stopWhen: isStepCount(5) })
  const found = z
    .object({ cards: z.array(z.object({ claim: z.string(), turnIds: z.array(z.string()) })) })
    .parse(steps[1]?.toolResults[0]?.output)
  assert.match(found.cards[0]?.claim ?? '', /Oslo/)
  const forgetting = new MockLanguageModelV4({
    doGenerate: [
      replies(
        [{ type: 'tool-call', toolCallId: 'c', toolName: 'forget_memory', input: JSON.stringify({ turnIds: found.cards[0]?.turnIds }) }],
        'tool-calls',
      ),
      says('Gone.'),
    ],
  })
  await generateText({ model: forgetting, prompt: 'Forget it.', tools: memoryTools({ space }), stopWhen: isStepCount(5) })
  assert.deepEqual(await space.turns(), [])
})

test('it works behind a real provider, which sends one text and reads a stream', async context => {
  const server = await modelServer(context, {
    reply: messages => (messages.some(({ content }) => content.includes('Seattle')) ? 'Ana moved to Seattle [E1].' : 'No idea.'),
  })
  const openai = createOpenAI({ baseURL: server.baseUrl, apiKey: 'none' })
  const space = await spaceWith()
  const model = wrapLanguageModel({ model: openai.chat('obey'), middleware: memoryMiddleware({ space }) })
  const { text } = await generateText({ model, prompt: question })
  const streamed = streamText({ model, prompt: 'And with whom did Ana move?' })
  assert.deepEqual([text, await streamed.text], ['Ana moved to Seattle [E1].', 'Ana moved to Seattle [E1].'])
  for (const { body } of server.requests) assert.equal(typeof body.messages[0].content, 'string')
  assert.equal(memoryOf(await streamed.providerMetadata).citations[0]?.turnId, 't1')
  assert.equal((await newTurns(space)).length, 4)
})

test('the major before, 6, takes it as it is', async () => {
  const space = await spaceWith()
  const parts = streamOf('Ana moved to Seattle [E1].').filter(({ type }) => !type.startsWith('reasoning'))
  const model = new MockLanguageModelV3({
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'Ana moved to Seattle [E1].' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    }),
    // @ts-expect-error: the parts of 7 are a few more
    doStream: async () => ({ stream: ReadableStream.from(parts) }),
  })
  // @ts-expect-error: where 6 is what is installed, its own type stands here
  const wrapped = wrapLanguageModel6({ model, middleware: memoryMiddleware({ space }) })
  const { text, providerMetadata } = await generateText6({ model: wrapped, prompt: question })
  const streamed = streamText6({ model: wrapped, prompt: 'And with whom did Ana move?' })
  assert.deepEqual([text, await streamed.text], ['Ana moved to Seattle [E1].', 'Ana moved to Seattle [E1].'])
  for (const metadata of [providerMetadata, await streamed.providerMetadata]) assert.equal(memoryOf(metadata).citations[0]?.turnId, 't1')
  assert.match(JSON.stringify(model.doStreamCalls[0]?.prompt), /<engram-memory>/)
  assert.equal((await newTurns(space)).length, 4)
})
