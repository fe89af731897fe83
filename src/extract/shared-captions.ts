import type { Attachment, Span, Turn } from '../domain.ts'
import { splitPassages } from '../lib/words/split-passages.ts'

/** What a turn shares, in words: "shared a photo: two dogs on a beach". */
export interface SharedCaption {
  readonly words: string
  readonly source: Span
}

const names: Readonly<Record<Attachment['type'], string>> = { image: 'photo', table: 'table', audio: 'recording', file: 'file' }

/** The captions of a turn's attachments, in order; a long one in passages, each as a text of its own. */
export function sharedCaptions({ id, attachments }: Turn): readonly SharedCaption[] {
  return attachments.flatMap(({ type, caption }, attachment) =>
    caption === null
      ? []
      : splitPassages(caption).map(({ start, end }) => ({
          words: `shared a ${names[type]}: ${caption.slice(start, end)}`,
          source: { turnId: id, attachment, start, end },
        })),
  )
}
