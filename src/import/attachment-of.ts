import type { AttachmentInput } from '../lib/turn-input.ts'

const extensions: Readonly<Record<string, AttachmentInput['type']>> = {
  ...Object.fromEntries(['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'bmp', 'svg', 'tiff'].map(extension => [extension, 'image'])),
  ...Object.fromEntries(['mp3', 'opus', 'ogg', 'm4a', 'wav', 'aac', 'flac', 'amr'].map(extension => [extension, 'audio'])),
  ...Object.fromEntries(['csv', 'tsv', 'xls', 'xlsx', 'ods'].map(extension => [extension, 'table'])),
}

/** What a file is, by its media type, else by the end of its name. */
export function typeOfFile(name: string | null, mediaType: string | null = null): AttachmentInput['type'] {
  if (mediaType?.startsWith('image/')) return 'image'
  if (mediaType?.startsWith('audio/')) return 'audio'
  const extension = name?.split('.').at(-1)?.toLowerCase() ?? ''
  return extensions[extension] ?? 'file'
}

/** An attachment that is known by a URL. Of a data URL the bytes are let go and the media type is kept. */
export function attachmentAt(type: AttachmentInput['type'], url: string | null): AttachmentInput {
  const [, mediaType] = /^data:([^;,]*)/i.exec(url ?? '') ?? []
  if (mediaType === undefined) return { type, reference: url }
  return { type, reference: null, mediaType: mediaType === '' ? null : mediaType }
}

/** Where a message has no words, the names of its files are what there is to find it by. */
export function captionWordless(text: string, attachments: readonly AttachmentInput[]): readonly AttachmentInput[] {
  if (text.trim() !== '') return attachments
  return attachments.map(attachment => {
    const { caption = null, reference = null } = attachment
    const isName = reference !== null && /^[^/]+\.\w{1,5}$/.test(reference)
    return caption === null && isName ? { ...attachment, caption: reference } : attachment
  })
}
