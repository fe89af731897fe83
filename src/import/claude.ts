import { z } from 'zod'
import type { AttachmentInput } from '../lib/turn-input.ts'
import { captionWordless, typeOfFile } from './attachment-of.ts'
import { type DialogueContent, type DialogueFormat, type DialogueItem, soleSpace, turnItem } from './dialogue-format.ts'
import { describeMismatch } from './mismatch.ts'
import { readParsedItems } from './read-parsed-items.ts'

const messageSchema = z.object({
  uuid: z.string().min(1).nullish(),
  sender: z.string().min(1),
  text: z.string().nullish(),
  content: z.array(z.unknown()).nullish(),
  created_at: z.string().nullish(),
  attachments: z
    .array(z.object({ file_name: z.string().nullish(), file_type: z.string().nullish(), extracted_content: z.string().nullish() }))
    .nullish(),
  files: z.array(z.object({ file_name: z.string().nullish() })).nullish(),
})
const conversationSchema = z.object({
  uuid: z.string().min(1).nullish(),
  name: z.string().nullish(),
  chat_messages: z.array(z.unknown()),
})
type Message = z.infer<typeof messageSchema>

/** The conversations.json of a Claude data export. */
export const claude: DialogueFormat = {
  name: 'claude',
  about: 'conversations.json of a Claude data export; each conversation is a session',
  sniff({ keys }) {
    const isExport = keys.has('[].chat_messages') || keys.has('.chat_messages')
    return isExport ? 'its conversations have chat_messages, as in Claude exports' : null
  },
  read: readClaude,
}

function readClaude(content: DialogueContent): AsyncIterable<DialogueItem> {
  const space = soleSpace(content)
  return readParsedItems(content, { schema: conversationSchema, noun: 'conversation' }, function* (item, { place, line }) {
    const session = item.uuid ?? (item.name?.trim() ? item.name : place)
    for (const [index, message] of item.chat_messages.entries()) {
      yield messageItem(message, { space, session, place: `${place}, chat_messages[${index}]`, line })
    }
  })
}

interface MessageContext {
  readonly space: string
  readonly session: string
  readonly place: string
  readonly line: number | null
}

function messageItem(value: unknown, { space, session, place, line }: MessageContext): DialogueItem {
  const parsed = messageSchema.safeParse(value)
  if (!parsed.success) return { type: 'failure', line, reason: describeMismatch(parsed.error, place) }
  const message = parsed.data
  const text = textOf(message)
  const turn = {
    speaker: message.sender === 'human' ? 'user' : message.sender,
    text,
    // Microseconds tell nothing about a conversation.
    at: message.created_at?.replace(/\.\d+/, '') || null,
    id: message.uuid,
    session,
    attachments: captionWordless(text, attachmentsOf(message)),
  }
  return turnItem(space, turn, line)
}

const textBlock = z.object({ type: z.literal('text'), text: z.string() })

/** Blocks are the newer form and leave tool calls and thoughts out; `text` is flat and may hold notes in their place. */
function textOf({ content, text }: Message): string {
  const blocks = (content ?? []).map(block => textBlock.safeParse(block).data?.text ?? '').filter(block => block !== '')
  return blocks.length > 0 ? blocks.join('\n\n') : (text ?? '')
}

/** Of a file whose words were taken out for the model, the words are its caption. */
function attachmentsOf({ attachments, files }: Message): readonly AttachmentInput[] {
  const read = (attachments ?? []).map(({ file_name, file_type, extracted_content }) => ({
    type: typeOfFile(file_name ?? null, file_type ?? null),
    reference: file_name || null,
    mediaType: file_type || null,
    caption: extracted_content || null,
  }))
  const unread = (files ?? []).map(({ file_name }) => ({ type: typeOfFile(file_name ?? null), reference: file_name ?? null }))
  return [...read, ...unread]
}
