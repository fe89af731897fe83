import assert from 'node:assert/strict'
import test from 'node:test'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { RunnableLambda } from '@langchain/core/runnables'
import { tool } from '@langchain/core/tools'
import { createAgent, toolStrategy } from 'langchain'
import { z } from 'zod'
import { type ChatMemoryOptions, createMemoryRetriever, memoryAgentMiddleware, type ReplyMemory } from '../src/adapters/langchain.ts'
import { openEngram, type Space } from '../src/index.ts'
import { openMemoryStore } from '../src/testing.ts'
import { movingHouse } from './support/moving-house.ts'

/** Says what it is told to, one reply a call, and keeps what it was asked. */
class ScriptedChatModel extends BaseChatModel {
  readonly asked: BaseMessage[][] = []
  readonly replies: readonly (AIMessage | Error)[]
  constructor(replies: readonly (AIMessage | Error)[]) {
    super({ maxRetries: 0 })
    this.replies = replies
  }
  override _llmType(): string {
    return 'scripted'
  }
  readonly tools: string[] = []
  override bindTools(tools: readonly object[]): this {
    for (const bound of tools) this.tools.push(...(/"name":"(extract-\d+)"/.exec(JSON.stringify(bound)) ?? []).slice(1))
    return this
  }
  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const reply = this.replies[this.asked.push(messages) - 1]
    // The tool of a structured answer is named by whoever asks.
    if (reply instanceof AIMessage) for (const call of reply.tool_calls ?? []) if (call.name === '') call.name = this.tools[0] ?? ''
    if (!(reply instanceof AIMessage)) throw reply ?? new Error('No reply is left.')
    return { generations: [{ text: reply.text, message: reply }] }
  }
}

const question = 'Where did Ana move with her cat?'

async function spaceWith(turns = movingHouse): Promise<Space> {
  const memory = await openEngram({ store: openMemoryStore() })
  const space = memory.space({ tenant: 'test', space: 'ana' })
  await space.remember(turns)
  return space
}
const newTurns = async (space: Space): Promise<string[]> =>
  (await space.turns()).filter(({ id }) => !/^t\d$/.test(id)).map(({ speaker, text }) => `${speaker}: ${text}`)
const agentOf = (model: ScriptedChatModel, options: ChatMemoryOptions) =>
  createAgent({
    model,
    tools: [tool(async () => 'rain', { name: 'weather', description: 'The weather.', schema: z.object({ city: z.string() }) })],
    systemPrompt: 'Be brief.',
    middleware: [memoryAgentMiddleware(options)],
  })

test('the retriever gives cards as documents, best first, and works in a chain', async () => {
  const retriever = createMemoryRetriever({ space: await spaceWith(), cards: 2 })
  const [document, ...others] = await retriever.invoke(question)
  assert.ok(others.length <= 1)
  assert.match(document?.pageContent ?? '', /Seattle/)
  assert.equal(document?.metadata.speaker, 'Ana')
  assert.equal(document?.metadata.label, 'E1')
  assert.equal(document?.metadata.sources[0]?.turnId, 't1')
  assert.ok((document?.metadata.score ?? 0) > 0)
  assert.equal(typeof document?.id, 'string')
  assert.equal(new Set([document, ...others].map(found => found?.id)).size, 1 + others.length)
  const chain = retriever.pipe(RunnableLambda.from(found => JSON.stringify(found)))
  assert.match(String(await chain.invoke(question)), /Seattle/)
})

test('an agent gets cards before the last message, through a tool loop, and its last answer is remembered', async () => {
  const space = await spaceWith()
  const model = new ScriptedChatModel([
    new AIMessage({ content: 'Let me look.', tool_calls: [{ name: 'weather', args: { city: 'Seattle' }, id: 'call-1' }] }),
    new AIMessage('Ana moved to Seattle [E1]. It rains.'),
  ])
  const { messages } = await agentOf(model, { space }).invoke({ messages: [new HumanMessage(question)] })
  for (const asked of model.asked) {
    assert.deepEqual(
      asked.slice(0, 2).map(message => message.getType()),
      ['system', 'human'],
    )
    assert.match(asked[1]?.text ?? '', /^<engram-memory>\n[\s\S]*\[E1\][\s\S]*Seattle[\s\S]*<\/engram-memory>\n\nWhere did Ana move/)
  }
  assert.equal(model.asked[1]?.[1]?.text, model.asked[0]?.[1]?.text)
  assert.deepEqual(
    model.asked[1]?.map(message => message.getType()),
    ['system', 'human', 'ai', 'tool'],
  )
  assert.deepEqual(
    messages.map(({ text }) => text),
    [question, 'Let me look.', 'rain', 'Ana moved to Seattle [E1]. It rains.'],
  )
  const memory = z.custom<ReplyMemory>(value => typeof value === 'object').parse(messages.at(-1)?.response_metadata['engram-r'])
  assert.deepEqual(
    memory.citations.map(({ label, turnId }) => [label, turnId]),
    [['E1', 't1']],
  )
  assert.deepEqual(memory.verdicts, { supported: 1, partly: 0, unsupported: 0, uncited: 1 })
  assert.deepEqual(await newTurns(space), [`user: ${question}`, 'assistant: Ana moved to Seattle. It rains.'])
})

test('a conversation that goes on is stored once', async () => {
  const space = await spaceWith()
  const model = new ScriptedChatModel([new AIMessage('Seattle.'), new AIMessage('Miso.')])
  const agent = agentOf(model, { space })
  const first = await agent.invoke({ messages: [new HumanMessage(question)] })
  await agent.invoke({ messages: [...first.messages, new HumanMessage('And the cat?')] })
  assert.deepEqual(await newTurns(space), [`user: ${question}`, 'assistant: Seattle.', 'user: And the cat?', 'assistant: Miso.'])
  assert.equal(model.asked[1]?.filter(({ text }) => text.includes('<engram-memory>')).length, 1)
})

test('a structured answer is not kept, what was asked is', async () => {
  const space = await spaceWith()
  const model = new ScriptedChatModel([new AIMessage({ content: '', tool_calls: [{ name: '', args: { city: 'Seattle' }, id: 'call-1' }] })])
  const agent = createAgent({
    model,
    responseFormat: toolStrategy(z.object({ city: z.string() })),
    middleware: [memoryAgentMiddleware({ space })],
  })
  const { structuredResponse } = await agent.invoke({ messages: [new HumanMessage(question)] })
  assert.deepEqual(structuredResponse, { city: 'Seattle' })
  assert.match(model.asked[0]?.[0]?.text ?? '', /Seattle/)
  assert.doesNotMatch(model.asked[0]?.[0]?.text ?? '', /End every sentence/)
  assert.deepEqual(await newTurns(space), [`user: ${question}`])
})

test('a model that fails keeps nothing, and memory that is down stops no agent', async () => {
  const space = await spaceWith()
  const failing = new ScriptedChatModel([new Error('no such model')])
  await assert.rejects(agentOf(failing, { space }).invoke({ messages: [new HumanMessage(question)] }), /no such model/)
  assert.deepEqual(await newTurns(space), [])

  const failures: string[] = []
  const broken: Space = { ...space, recall: () => Promise.reject(new Error('gone')), remember: () => Promise.reject(new Error('gone')) }
  const model = new ScriptedChatModel([new AIMessage('No idea.')])
  const agent = agentOf(model, { space: broken, onError: (_, doing) => failures.push(doing) })
  const { messages } = await agent.invoke({ messages: [new HumanMessage(question)] })
  assert.equal(messages.at(-1)?.text, 'No idea.')
  assert.deepEqual(failures, ['recall', 'remember'])
})
