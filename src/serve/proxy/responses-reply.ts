import { z } from 'zod'
import { contentSchema, type MessageContent } from '../../import/message-words.ts'
import { nothingSaid, parseJson, type Reply, type ReplyReader } from './reply-reader.ts'

const outputSchema = z.object({ type: z.string(), content: contentSchema.nullish().catch(null) })
const responseSchema = z.object({ status: z.string(), output: z.array(outputSchema) })
const eventSchema = z.object({ type: z.string(), response: z.unknown().optional() })

/** Of the responses API. A stream ends with an event that holds the whole response once more. */
export function createResponsesReply(): ReplyReader {
  let reply: Reply = nothingSaid

  function read(response: unknown): void {
    const parsed = responseSchema.safeParse(response)
    if (!parsed.success || (parsed.data.status !== 'completed' && parsed.data.status !== 'incomplete')) return
    const { output } = parsed.data
    const isStep = output.some(({ type }) => type.endsWith('_call') && type !== 'web_search_call' && type !== 'file_search_call')
    const parts: MessageContent[number][] = []
    for (const { type, content } of output) {
      if (type !== 'message') continue
      for (const part of typeof content === 'string' ? [content] : (content ?? [])) {
        if (typeof part === 'string' || part.type === 'output_text') parts.push(part)
      }
    }
    reply = { complete: true, content: isStep || parts.length === 0 ? null : parts }
  }

  return {
    event(data) {
      const event = eventSchema.safeParse(parseJson(data)).data
      if (event?.type === 'response.completed' || event?.type === 'response.incomplete') read(event.response)
    },
    whole: json => read(parseJson(json)),
    done: () => reply,
  }
}
