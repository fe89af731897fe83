import { z } from 'zod'
import { contentSchema } from '../../import/message-words.ts'
import { createCollector, nothingSaid, parseJson, type ReplyReader } from './reply-reader.ts'

const wholeSchema = z.object({ type: z.literal('message'), content: contentSchema, stop_reason: z.string().nullish() })
const eventSchema = z.object({
  type: z.string(),
  delta: z.object({ type: z.string().nullish(), text: z.string().nullish(), stop_reason: z.string().nullish() }).nullish().catch(null),
})

const answered = new Set(['end_turn', 'max_tokens', 'stop_sequence'])

/** Of Anthropic's messages API. */
export function createMessagesReply(): ReplyReader {
  const said = createCollector()
  let reason: string | null = null
  let complete = false
  let broken = false

  return {
    event(data) {
      const event = eventSchema.safeParse(parseJson(data)).data
      if (event === undefined || event.type === 'error') broken = true
      else if (event.type === 'message_stop') complete = true
      else if (event.type === 'message_delta') reason = event.delta?.stop_reason ?? reason
      else if (event.type === 'content_block_delta' && event.delta?.type === 'text_delta') said.add(event.delta.text ?? '')
    },
    whole(json) {
      const parsed = wholeSchema.safeParse(parseJson(json)).data
      if (parsed === undefined) return
      complete = true
      reason = parsed.stop_reason ?? null
      for (const part of typeof parsed.content === 'string' ? [parsed.content] : parsed.content) {
        if (typeof part === 'string') said.add(part)
        else if (part.type === 'text' && typeof part.text === 'string') said.add(part.text)
      }
    },
    done() {
      if (broken || !complete) return nothingSaid
      return { complete, content: reason !== null && answered.has(reason) ? said.text() : null }
    },
  }
}
