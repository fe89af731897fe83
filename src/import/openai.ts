import { z } from 'zod'
import type { AttachmentInput, TurnInput } from '../lib/turn-input.ts'
import { attachmentAt, captionWordless, typeOfFile } from './attachment-of.ts'
import { isoFromEpoch } from './calendar.ts'
import { type DialogueContent, type DialogueFormat, type DialogueItem, soleSpace, turnItem } from './dialogue-format.ts'
import { describeMismatch } from './mismatch.ts'
import { readJsonItems } from './read-json-items.ts'

const partSchema = z.looseObject({ type: z.string() })
const messageSchema = z.object({
  role: z.string().min(1),
  name: z.string().min(1).nullish(),
  content: z.union([z.string(), z.array(z.union([z.string(), partSchema]))]).nullish(),
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

type Part = z.infer<typeof partSchema>

function wordsOf(content: string | readonly (string | Part)[]): Pick<TurnInput, 'text' | 'attachments'> {
  if (typeof content === 'string') return { text: content }
  const texts: string[] = []
  const attachments: AttachmentInput[] = []
  for (const part of content) {
    const text = typeof part === 'string' ? part : textOf(part)
    if (text !== null) texts.push(text)
    const attachment = typeof part === 'string' ? null : attachmentOf(part)
    if (attachment !== null) attachments.push(attachment)
  }
  const text = texts.join('\n\n')
  return { text, attachments: captionWordless(text, attachments) }
}

/** Chat parts hold a string; those of a thread's messages an object with it. */
const textShape = z.object({
  type: z.enum(['text', 'input_text', 'output_text', 'refusal']),
  text: z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]).optional(),
  refusal: z.string().optional(),
})

function textOf(part: Part): string | null {
  const parsed = textShape.safeParse(part)
  return parsed.success ? (parsed.data.text ?? parsed.data.refusal ?? null) : null
}

const fileShape = z.object({
  file_id: z.string().optional(),
  filename: z.string().optional(),
  url: z.string().optional(),
})
const imageShape = z.union([z.string().transform(url => ({ url, file_id: undefined })), fileShape])

function attachmentOf(part: Part): AttachmentInput | null {
  if (part.type === 'input_audio') return { type: 'audio' }
  if (part.type === 'image_url' || part.type === 'input_image' || part.type === 'image_file') {
    const image = imageShape.safeParse(part.image_url ?? part.image_file ?? part).data
    return attachmentAt('image', image?.url ?? image?.file_id ?? null)
  }
  if (part.type !== 'file' && part.type !== 'input_file') return null
  const file = fileShape.safeParse(part.file ?? part).data
  const name = file?.filename ?? null
  return { type: typeOfFile(name), reference: name ?? file?.url ?? file?.file_id ?? null }
}
