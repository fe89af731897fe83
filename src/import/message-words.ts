import { z } from 'zod'
import type { AttachmentInput } from '../lib/turn-input.ts'
import { attachmentAt, captionWordless, typeOfFile } from './attachment-of.ts'

const partSchema = z.looseObject({ type: z.string() })
type Part = z.infer<typeof partSchema>

/** The content of a message as the OpenAI APIs take and give it: words, or parts of several types. */
export const contentSchema: z.ZodType<MessageContent> = z.union([z.string(), z.array(z.union([z.string(), partSchema]))])
export type MessageContent = string | readonly (string | { readonly type: string; readonly [field: string]: unknown })[]

/** What a message says, and what came with it. */
export function wordsOf(content: MessageContent): { readonly text: string; readonly attachments: readonly AttachmentInput[] } {
  if (typeof content === 'string') return { text: content, attachments: [] }
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
