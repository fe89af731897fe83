import { z } from 'zod'
import type { AttachmentInput } from '../lib/turn-input.ts'
import { captionWordless, typeOfFile } from './attachment-of.ts'
import { isoFromEpoch } from './calendar.ts'
import { type DialogueContent, type DialogueFormat, type DialogueItem, soleSpace, turnItem } from './dialogue-format.ts'
import { describeMismatch } from './mismatch.ts'
import { readParsedItems } from './read-parsed-items.ts'

const messageSchema = z.object({
  id: z.string().min(1).nullish(),
  author: z.object({ role: z.string(), name: z.string().min(1).nullish() }),
  create_time: z.number().nullish(),
  content: z.object({ content_type: z.string(), parts: z.array(z.unknown()).nullish() }).nullish(),
  recipient: z.string().nullish(),
  metadata: z
    .object({
      is_visually_hidden_from_conversation: z.boolean().nullish(),
      attachments: z.array(z.object({ id: z.string().nullish(), name: z.string().nullish(), mime_type: z.string().nullish() })).nullish(),
    })
    .nullish(),
})
const nodeSchema = z.object({ parent: z.string().nullish(), message: z.unknown() })
const conversationSchema = z.object({
  id: z.string().min(1).nullish(),
  conversation_id: z.string().min(1).nullish(),
  title: z.string().nullish(),
  current_node: z.string().nullish(),
  mapping: z.record(z.string(), nodeSchema),
})
type Conversation = z.infer<typeof conversationSchema>
type Message = z.infer<typeof messageSchema>

/** The conversations.json of a ChatGPT data export. Of each conversation the branch that was last open; regenerated answers and edits besides are left out. */
export const chatgpt: DialogueFormat = {
  name: 'chatgpt',
  about: 'conversations.json of a ChatGPT data export; each conversation is a session',
  sniff({ keys }) {
    const isExport = keys.has('[].mapping') || keys.has('.mapping')
    return isExport ? 'its conversations have a mapping of messages, as in ChatGPT exports' : null
  },
  read: readChatgpt,
}

function readChatgpt(content: DialogueContent): AsyncIterable<DialogueItem> {
  const space = soleSpace(content)
  return readParsedItems(content, { schema: conversationSchema, noun: 'conversation' }, function* (item, { place, line }) {
    const session = item.id ?? item.conversation_id ?? (item.title?.trim() ? item.title : place)
    for (const [node, message] of currentBranch(item)) yield messageItem(message, { space, session, node, place, line })
  })
}

/** Node ids with their messages, oldest first. */
function currentBranch({ mapping, current_node }: Conversation): readonly (readonly [string, unknown])[] {
  const branch: (readonly [string, unknown])[] = []
  const seen = new Set<string>()
  let id = current_node ?? Object.keys(mapping).at(-1)
  while (id !== undefined && id !== null && !seen.has(id)) {
    seen.add(id)
    const node = mapping[id]
    if (node?.message) branch.push([id, node.message])
    id = node?.parent ?? undefined
  }
  return branch.reverse()
}

interface MessageContext {
  readonly space: string
  readonly session: string
  readonly node: string
  readonly place: string
  readonly line: number | null
}

function messageItem(value: unknown, { space, session, node, place, line }: MessageContext): DialogueItem {
  const parsed = messageSchema.safeParse(value)
  if (!parsed.success) return { type: 'failure', line, reason: describeMismatch(parsed.error, `${place}, message ${node}`) }
  const message = parsed.data
  if (!isSpoken(message)) return { type: 'skipped', what: 'system, tool or hidden messages' }
  const text = textOf(message)
  const attachments = captionWordless(text, attachmentsOf(message))
  const turn = { speaker: message.author.role, text, at: isoFromEpoch(message.create_time), id: message.id ?? node, session, attachments }
  return turnItem(space, turn, line)
}

const spokenTypes = new Set(['text', 'multimodal_text'])

function isSpoken({ author, content, recipient, metadata }: Message): boolean {
  const isSaid = author.role === 'user' || author.role === 'assistant'
  const isForAll = recipient === undefined || recipient === null || recipient === 'all'
  const isHidden = metadata?.is_visually_hidden_from_conversation === true
  return isSaid && isForAll && !isHidden && spokenTypes.has(content?.content_type ?? '')
}

const textPart = z.union([
  z.string(),
  z.object({ content_type: z.literal('audio_transcription'), text: z.string() }).transform(({ text }) => text),
])

function textOf({ content }: Message): string {
  const texts = (content?.parts ?? []).map(part => textPart.safeParse(part).data ?? '')
  return texts.filter(text => text !== '').join('\n\n')
}

const assetPart = z.object({
  content_type: z.enum(['image_asset_pointer', 'audio_asset_pointer']),
  asset_pointer: z.string(),
})

/** Uploads are listed by name; pictures that are not, as those the assistant made, stand in the parts alone. */
function attachmentsOf({ content, metadata }: Message): readonly AttachmentInput[] {
  const uploads = metadata?.attachments ?? []
  const pointers = (content?.parts ?? []).map(part => assetPart.safeParse(part).data).filter(part => part !== undefined)
  const unlisted = pointers.filter(({ asset_pointer }) => !uploads.some(({ id }) => id && asset_pointer.includes(id)))
  return [
    ...uploads.map(({ id, name, mime_type }) => ({
      type: typeOfFile(name ?? null, mime_type ?? null),
      reference: name ?? id ?? null,
      mediaType: mime_type ?? null,
    })),
    ...unlisted.map(({ content_type, asset_pointer }) => ({
      type: content_type === 'image_asset_pointer' ? ('image' as const) : ('audio' as const),
      reference: asset_pointer,
    })),
  ]
}
