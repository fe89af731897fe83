import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import { type ChatMemoryOptions, createChatMemory } from './chat-memory.ts'
import type { Said } from './said.ts'

/**
 * Memory for a LangChain agent: `createAgent({ model, middleware: [memoryAgentMiddleware({ space })] })`. What the user says last is looked up and
 * the cards are put before it, for the model alone: the state of the agent keeps the message as it was. When the model has answered, both are
 * remembered, and `response_metadata['engram-r']` of the answer is a `ReplyMemory`. Where memory fails the agent goes on without it; see `onError`.
 */
export function memoryAgentMiddleware(options: ChatMemoryOptions): AgentMiddleware {
  const memory = createChatMemory(options)
  return createMiddleware({
    name: 'EngramMemory',
    async wrapModelCall(request, handler) {
      const { signal } = request.runtime
      const cite = request.responseFormat === undefined
      const exchange = await memory.begin(request.messages.flatMap(saidIn), { cite, signal })
      if (exchange === null) return await handler(request)
      const messages = exchange.block === null ? request.messages : withBlock(request.messages, exchange.block)
      let response: Awaited<ReturnType<typeof handler>>
      try {
        response = await handler({ ...request, messages })
      } catch (error) {
        if (signal?.aborted) await memory.end(exchange, null)
        else memory.fail(exchange)
        throw error
      }
      if (!AIMessage.isInstance(response)) {
        await memory.end(exchange, null)
        return response
      }
      const names = request.tools.map(({ name }) => name)
      // A structured answer may come as the call of a tool that is none of the agent's.
      const goesOn = response.tool_calls?.some(({ name }) => names.includes(name)) ?? false
      const ended = goesOn ? await memory.pause(exchange, response.text) : await memory.end(exchange, cite ? response.text : null)
      if (ended.memory !== null) response.response_metadata = { ...response.response_metadata, 'engram-r': ended.memory }
      return response
    },
  })
}

function saidIn(message: BaseMessage): Said | [] {
  if (HumanMessage.isInstance(message)) return { role: 'user', text: message.text, attachments: [] }
  if (AIMessage.isInstance(message)) return { role: 'assistant', text: message.text, attachments: [] }
  return []
}

/** All before the user's last message stays as it was. */
function withBlock(messages: readonly BaseMessage[], block: string): BaseMessage[] {
  const last = messages.findLastIndex(message => HumanMessage.isInstance(message))
  return messages.map((message, index) => {
    if (index !== last) return message
    const { content, additional_kwargs, response_metadata, id, name } = message
    return new HumanMessage({
      content: typeof content === 'string' ? `${block}\n\n${content}` : [{ type: 'text', text: block }, ...content],
      additional_kwargs,
      response_metadata,
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
    })
  })
}
