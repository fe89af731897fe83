import { EngramError } from '../errors.ts'
import type { DialogueFormat } from './dialogue-format.ts'
import { formats } from './formats.ts'
import { outlineJson } from './json-outline.ts'

export interface Detected {
  readonly format: DialogueFormat
  /** The rest of "because …": 'its lines are stamped as in WhatsApp exports'. */
  readonly because: string
}

/** How many lines are looked at. */
const sniffedLines = 200

/** What the beginning of a file shows it to be. Throws `unknown_format` when it fits nothing. */
export function detectFormat(text: string, file: string): Detected {
  const keys = outlineJson(text)
  const isJson = keys.size > 0
  // Words inside JSON are no transcript.
  const head = { text, keys, lines: isJson ? [] : text.split('\n', sniffedLines).map(line => line.replace(/\r$/, '')) }
  for (const format of formats) {
    const because = format.sniff(head)
    if (because !== null) return { format, because }
  }
  const found = isJson
    ? `JSON with the keys ${[...keys].slice(0, 5).join(', ')}`
    : `text that begins ${JSON.stringify(text.trim().slice(0, 40).toWellFormed())}`
  const known = formats.map(({ name }) => name).join(', ')
  const message = `${file} fits no known format (${known}): it is ${found}. Name the format, or convert the file to jsonl.`
  throw new EngramError('unknown_format', message, { file, line: 1 })
}
