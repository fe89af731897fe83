import { findCut } from './find-cut.ts'

/** The beginning of a text, at most so many characters, cut between words and never inside a grapheme; an ellipsis says that there is more. */
export function clipText(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, findCut(text, { start: 0, end: text.length }, most)).trimEnd()} …`
}
