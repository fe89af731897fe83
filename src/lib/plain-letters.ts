import { asciiOnly } from './ascii-only.ts'

// Beside ASCII only quotes, dashes and pictures, which part words and are no part of one.
const marks = /^[\0-\x7f\u2010-\u2016\u2018-\u2027\u2030-\u203d\u203f-\u205e\u2600-\u2775\u2794-\u27bf\u{1f300}-\u{1faff}]*$/u

/** Whether a text has no letters but those of ASCII: then a pattern needs no classes of Unicode, which take milliseconds to compile. */
export function hasPlainLetters(text: string): boolean {
  return asciiOnly.test(text) || marks.test(text)
}
