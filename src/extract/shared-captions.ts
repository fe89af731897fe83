import type { Attachment, Span, Turn } from '../domain.ts'
import { splitPassages } from '../lib/words/split-passages.ts'

/** What a turn shares, in words: "shared a photo: two dogs on a beach". */
export interface SharedCaption {
  readonly words: string
  readonly source: Span
}

const names: Readonly<Record<Attachment['type'], string>> = { image: 'photo', table: 'table', audio: 'recording', file: 'file' }

// "A photo of two dogs": that it is a photo is said already.
const imageOf = /^\s*(?:an? )?(?:photo|photograph|photography|picture|image) of (?=\S)/i

/** The captions of a turn's attachments, in order; a long one in passages, each as a text of its own. */
export function sharedCaptions({ id, attachments }: Turn): readonly SharedCaption[] {
  return attachments.flatMap(({ type, caption }, attachment) =>
    caption === null
      ? []
      : splitPassages(caption).map(({ start, end }) => {
          const opening = type === 'image' && start === 0 ? (imageOf.exec(caption)?.[0].length ?? 0) : 0
          const from = opening < end ? Math.max(start, opening) : start
          return { words: `shared a ${names[type]}: ${caption.slice(from, end)}`, source: { turnId: id, attachment, start: from, end } }
        }),
  )
}
