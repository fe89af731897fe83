import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
  SharedV4Warning,
} from '@ai-sdk/provider'
import type { LanguageModelMiddleware } from 'ai'
import { type ChatMemoryOptions, createChatMemory, type Ended, type Exchange } from './chat-memory.ts'
import type { Said } from './said.ts'

/**
 * Memory for any model of the AI SDK: `wrapLanguageModel({ model, middleware: memoryMiddleware({ space }) })`. What the user says last is looked up
 * and the cards are put before it; when the reply is complete, both are remembered. `providerMetadata['engram-r']` is a `ReplyMemory`. Where
 * memory fails the model is called without it, and the result carries a warning.
 */
export function memoryMiddleware(options: ChatMemoryOptions): LanguageModelMiddleware {
  const memory = createChatMemory(options)
  // What transformParams gives is what the wrappers get.
  const exchanges = new WeakMap<LanguageModelV4CallOptions, Exchange>()

  /** Keeps what is to be kept of a reply that ended in this way. */
  const settle = (
    exchange: Exchange,
    { text, finish }: { readonly text: string; readonly finish: LanguageModelV4FinishReason },
  ): Promise<Ended> => {
    if (finish.unified === 'tool-calls') return memory.pause(exchange, text)
    // Data made for a program is nothing that was said.
    return memory.end(exchange, exchange.cite && (finish.unified === 'stop' || finish.unified === 'length') ? text : null)
  }

  return {
    specificationVersion: 'v4',

    async transformParams({ params }) {
      const cite = params.responseFormat?.type !== 'json'
      const exchange = await memory.begin(params.prompt.flatMap(saidIn), { cite, signal: params.abortSignal })
      if (exchange === null) return params
      const transformed = { ...params, prompt: exchange.block === null ? params.prompt : withBlock(params.prompt, exchange.block) }
      exchanges.set(transformed, exchange)
      return transformed
    },

    async wrapGenerate({ doGenerate, params }) {
      const exchange = exchanges.get(params)
      if (exchange === undefined) return await doGenerate()
      let result: Awaited<ReturnType<typeof doGenerate>>
      try {
        result = await doGenerate()
      } catch (error) {
        if (params.abortSignal?.aborted) await memory.end(exchange, null)
        else memory.fail(exchange)
        throw error
      }
      const text = result.content.map(part => (part.type === 'text' ? part.text : '')).join('')
      const ended = await settle(exchange, { text, finish: result.finishReason })
      return {
        ...result,
        warnings: [...result.warnings, ...warningsOf([...exchange.warnings, ...ended.warnings])],
        providerMetadata: withMemory(result.providerMetadata, ended),
      }
    },

    async wrapStream({ doStream, params }) {
      const exchange = exchanges.get(params)
      if (exchange === undefined) return await doStream()
      try {
        const result = await doStream()
        return { ...result, stream: result.stream.pipeThrough(watch(exchange, params.abortSignal)) }
      } catch (error) {
        if (params.abortSignal?.aborted) await memory.end(exchange, null)
        else memory.fail(exchange)
        throw error
      }
    },
  }

  /** Passes every part on as it comes; only the finish waits until the reply is kept. */
  function watch(
    exchange: Exchange,
    signal: AbortSignal | undefined,
  ): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
    let text = ''
    let failed = false
    let ended = false
    return new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
      async transform(part, controller) {
        if (part.type === 'text-delta') text += part.delta
        if (part.type === 'error') failed = true
        if (part.type === 'stream-start') {
          controller.enqueue({ ...part, warnings: [...part.warnings, ...warningsOf(exchange.warnings)] })
        } else if (part.type === 'finish' && !failed) {
          ended = true
          const result = await settle(exchange, { text, finish: part.finishReason })
          controller.enqueue({ ...part, providerMetadata: withMemory(part.providerMetadata, result) })
        } else {
          controller.enqueue(part)
        }
      },
      // The stream broke off without a finish.
      flush() {
        if (!ended) memory.fail(exchange)
      },
      // Whoever reads has gone, or the connection has: then there is an error.
      async cancel(reason) {
        if (ended) return
        if (signal?.aborted || !(reason instanceof Error)) await memory.end(exchange, null)
        else memory.fail(exchange)
      },
    })
  }
}

/** The words of a message, and what came with them. Reasoning and tools are nothing that was said. */
function saidIn({ role, content }: LanguageModelV4Message): Said | [] {
  if (role !== 'user' && role !== 'assistant') return []
  const text = content.flatMap(part => (part.type === 'text' ? part.text : [])).join('\n')
  const attachments = content.flatMap(part => {
    if (role !== 'user' || part.type !== 'file') return []
    const reference = part.filename ?? (part.data.type === 'url' ? String(part.data.url) : null)
    return { type: attachmentType(part.mediaType), mediaType: part.mediaType, reference }
  })
  return { role, text, attachments }
}

function attachmentType(mediaType: string): 'image' | 'audio' | 'file' {
  const [type] = mediaType.split('/')
  return type === 'image' || type === 'audio' ? type : 'file'
}

/** All before the user's last message stays as it was: a server that has cached it need not read it again. */
function withBlock(prompt: readonly LanguageModelV4Message[], block: string): LanguageModelV4Message[] {
  const last = prompt.findLastIndex(({ role }) => role === 'user')
  return prompt.map((message, index) => {
    if (index !== last || message.role !== 'user') return message
    const [first, ...rest] = message.content
    // One part of text stays one: many servers take no list.
    if (first?.type === 'text') return { ...message, content: [{ ...first, text: `${block}\n\n${first.text}` }, ...rest] }
    return { ...message, content: [{ type: 'text', text: block }, ...message.content] }
  })
}

const warningsOf = (messages: readonly string[]): SharedV4Warning[] => messages.map(message => ({ type: 'other', message }))

function withMemory(metadata: SharedV4ProviderMetadata | undefined, { memory }: Ended): SharedV4ProviderMetadata {
  if (memory === null) return { ...metadata }
  const { cards, citations, prompt, ...rest } = memory
  const copies = { cards: cards.map(card => ({ ...card })), citations: citations.map(citation => ({ ...citation })), prompt: { ...prompt } }
  return { ...metadata, 'engram-r': { ...rest, ...copies } }
}
