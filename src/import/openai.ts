import { z } from 'zod'
import type { TurnInput } from '../lib/turn-input.ts'
import { isoFromEpoch } from './calendar.ts'
import { type DialogueContent, type DialogueFormat, type DialogueItem, soleSpace, turnItem } from './dialogue-format.ts'
import { contentSchema, wordsOf } from './message-words.ts'
import { describeMismatch } from './mismatch.ts'
import { readJsonItems } from './read-json-items.ts'

const messageSchema = z.object({
  role: z.string().min(1),
  name: z.string().min(1).nullish(),
  content: contentSchema.nullish(),
  id: z.string().min(1).nullish(),
  created_at: z.number().nullish(),
})
const conversationSchema = z.object({ id: z.string().min(1).nullish(), messages: z.array(z.unknown()) })

// What a program tells the model or its tools is no one's words.
const unspoken = new Set(['system', 'developer', 'tool', 'function'])

/** Chat messages as the OpenAI API takes them: one list, or a conversation {messages} for each line or element. */
export const openai: DialogueFormat = {
  name: 'openai',
  about: 'chat messages {role, content} as the OpenAI API takes them: a list, or {messages} for each line',
  sniff({ keys }) {
    if (keys.has('.messages[].role') || keys.has('[].messages[].role')) return 'it has messages with a role'
    const isMessages = (keys.has('[].role') && keys.has('[].content')) || (keys.has('.role') && keys.has('.content'))
    return isMessages ? 'it is a list of objects with role and content' : null
  },
  read: readOpenai,
}

async function* readOpenai(content: DialogueContent): AsyncGenerator<DialogueItem> {
  const space = soleSpace(content)
  let count = 0
  for await (const item of readJsonItems(content.text, content.file)) {
    if (item.type === 'failure') {
      yield item
      continue
    }
    count += 1
    const conversation = conversationSchema.safeParse(item.value)
    if (!conversation.success) {
      yield messageItem(item.value, { space, session: null, place: `item ${count}`, line: item.line })
      continue
    }
    const session = conversation.data.id ?? `conversation-${count}`
    for (const [index, message] of conversation.data.messages.entries()) {
      yield messageItem(message, { space, session, place: `item ${count}, messages[${index}]`, line: item.line })
    }
  }
}

interface MessageContext {
  readonly space: string
  readonly session: string | null
  readonly place: string
  readonly line: number | null
}

function messageItem(value: unknown, { space, session, place, line }: MessageContext): DialogueItem {
  const parsed = messageSchema.safeParse(value)
  if (!parsed.success) return { type: 'failure', line, reason: describeMismatch(parsed.error, place) }
  const { role, name, content, id, created_at } = parsed.data
  if (unspoken.has(role)) return { type: 'skipped', what: 'system, developer or tool messages' }
  const turn: TurnInput = { speaker: name ?? role, ...wordsOf(content ?? ''), at: isoFromEpoch(created_at), id, session }
  return turnItem(space, turn, line)
}
