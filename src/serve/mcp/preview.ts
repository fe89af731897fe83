import { clipText } from '../../lib/words/clip-text.ts'
import { oneLine } from '../../lib/words/one-line.ts'

export interface Preview {
  readonly text: string
  readonly truncated: boolean
}

/** One line of at most so many characters. */
export function preview(text: string, most: number): Preview {
  const line = oneLine(text)
  const clipped = clipText(line, most)
  return { text: clipped, truncated: clipped !== line }
}

/** An id as it is, so that it can be passed back. Ids of other programs may have any length: one that is longer than this is cut. */
export function shownId(id: string): string {
  return id.length <= longestId ? id : clipText(id, longestId)
}

/** An id within a line of text. */
export function idInLine(id: string): string {
  return oneLine(shownId(id))
}

/** A text whole, its lines marked so that none can pass for one of ours. */
export function quoteLines(text: string): string {
  return `> ${text.replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '$&> ')}`
}

/** What is left to say of a speaker, a session or a name after so many characters helps nobody. */
export function shownName(name: string): string {
  return preview(name, longestName).text
}

const longestId = 256
const longestName = 80
