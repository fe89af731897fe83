import { z } from 'zod'
import { contentSchema } from '../../import/message-words.ts'
import { createCollector, nothingSaid, parseJson, type Reply, type ReplyReader } from './reply-reader.ts'

// What is not needed is not looked at: servers put all sorts of things there.
const messageSchema = z.object({
  content: contentSchema.nullish().catch(null),
  tool_calls: z.unknown().optional(),
  function_call: z.unknown().optional(),
})
const choiceSchema = z.object({
  index: z.number().nullish().catch(null),
  delta: messageSchema.nullish().catch(null),
  message: messageSchema.nullish().catch(null),
  finish_reason: z.string().nullish().catch(null),
})
const bodySchema = z.object({ choices: z.array(choiceSchema).nullish(), error: z.unknown().optional() })

const unfinished = new Set(['error', 'abort', 'cancelled'])
const answered = new Set(['stop', 'length', 'eos', 'stop_sequence', 'end_turn', 'max_tokens'])

/** Of the chat completions API: the first choice. */
export function createChatReply(): ReplyReader {
  const said = createCollector()
  let broken = false
  let finish: string | null = null
  let isStep = false

  function read(json: string, whole: boolean): void {
    const body = bodySchema.safeParse(parseJson(json))
    if (!body.success || (body.data.error ?? null) !== null) {
      broken = true
      return
    }
    const choice = (body.data.choices ?? []).find(({ index }) => (index ?? 0) === 0)
    if (choice === undefined) return
    const message = (whole ? choice.message : choice.delta) ?? null
    if (message !== null) {
      isStep ||= isFilled(message.tool_calls) || isFilled(message.function_call)
      const { content } = message
      for (const part of typeof content === 'string' ? [content] : (content ?? [])) {
        if (typeof part === 'string') said.add(part)
        else if (part.type === 'text' && typeof part.text === 'string') said.add(part.text)
      }
    }
    // Some servers name no reason in a reply that is not a stream.
    finish = choice.finish_reason ?? finish ?? (whole && message !== null ? 'stop' : null)
  }

  return {
    event(data) {
      if (data !== '[DONE]') read(data, false)
    },
    whole: json => read(json, true),
    done(): Reply {
      if (broken || finish === null || unfinished.has(finish)) return nothingSaid
      return { complete: true, content: isStep || !answered.has(finish) ? null : said.text() }
    },
  }
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
