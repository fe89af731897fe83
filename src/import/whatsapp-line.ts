import type { AttachmentInput } from '../lib/turn-input.ts'
import { typeOfFile } from './attachment-of.ts'
import type { DateNumbers } from './date-order.ts'

// Invisible marks of writing direction stand around stamps and before what WhatsApp itself says; \s covers its narrow blanks.
const mark = '[\\u200e\\u200f\\u202a-\\u202e]{0,3}'
const date = '(\\d{1,4})([./-])(\\d{1,2})[./-](\\d{1,4})'
const clock = '(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2}))?(?:\\s?([ap])\\.?\\s?m\\.?)?'
const stamp = `${date},?\\s+${clock}`
const androidLine = new RegExp(`^${mark}${stamp}\\s+-\\s(.*)$`, 'iu')
const appleLine = new RegExp(`^${mark}\\[${stamp}\\]\\s(.*)$`, 'iu')
const authorPattern = new RegExp(`^${mark}(?:~\\s*)?([^:]{1,60}): ?(.*)$`, 'u')

/** The first line of a message. */
export interface WhatsappLine {
  readonly style: 'android' | 'apple'
  readonly date: DateNumbers
  readonly clock: { readonly hour: number; readonly minute: number; readonly second: number; readonly meridiem: string | undefined }
  /** Null for what WhatsApp itself says. */
  readonly author: string | null
  readonly text: string
}

/** Reads "12/31/23, 9:05 PM - Ana: text" and "[31.12.23, 21:05:10] Ana: text"; null for any other line. */
export function readWhatsappLine(line: string): WhatsappLine | null {
  const android = androidLine.exec(line)
  const match = android ?? appleLine.exec(line)
  if (match === null) return null
  const [, first, separator, second, third, hour, minute, seconds = '0', meridiem, rest = ''] = match
  const { author, text } = readAuthor(rest)
  return {
    style: android === null ? 'apple' : 'android',
    date: { numbers: [Number(first), Number(second), Number(third)], separator: separator ?? '' },
    clock: { hour: Number(hour), minute: Number(minute), second: Number(seconds), meridiem: meridiem && `${meridiem}m` },
    author,
    text,
  }
}

function readAuthor(rest: string): { readonly author: string | null; readonly text: string } {
  const [, author, text] = authorPattern.exec(rest) ?? []
  if (author === undefined || text === undefined) return { author: null, text: rest }
  const isAboutGroup = /["“”„«]| changed (?:the|this|their) | created group/.test(author)
  return isAboutGroup || isSystemText(text) ? { author: null, text: rest } : { author: author.trim(), text }
}

// As WhatsApp says it in English, German, Spanish, French, Portuguese and Italian.
const fileAttached = ['file attached', 'Datei angehängt', 'archivo adjunto', 'fichier joint', 'arquivo anexado', 'file allegato'].join('|')
const omittedKinds = ['image', 'video', 'audio', 'sticker', 'GIF', 'document', 'Contact card'].join('|')
const fileName = '[^<>/\\n]{1,200}\\.\\w{1,5}'
/** "<attached: photo.jpg>", in any language, or "photo.jpg (file attached)". */
const namedFile = new RegExp(`${mark}<[^<>:\\n]{2,20}: (${fileName})>|^${mark}(${fileName}) \\((?:${fileAttached})\\)`, 'u')
/** "<Media omitted>", in any language, or "image omitted". */
const omitted = new RegExp(`^${mark}(?:<[^<>\\n]{3,40}>|(?:${omittedKinds}) omitted)$`, 'u')

/** On Apple's phones WhatsApp's own words look like a message, but begin with an invisible mark. */
const isSystemText = (text: string): boolean => text.startsWith('\u200e') && !namedFile.test(text) && !omitted.test(text)

/** The words of a whole message, and what was sent with them. Media left out of the export had no name and is let go. */
export function readWhatsappWords(text: string): { readonly text: string; readonly attachments: readonly AttachmentInput[] } {
  const match = namedFile.exec(text)
  const reference = (match?.[1] ?? match?.[2])?.trim()
  if (match === null || reference === undefined) {
    return omitted.test(text.trim()) ? { text: '', attachments: [{ type: 'file' }] } : { text, attachments: [] }
  }
  const words = `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`.trim()
  return { text: words, attachments: [{ type: typeOfFile(reference), reference }] }
}
