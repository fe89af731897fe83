import { asciiOnly } from '../lib/ascii-only.ts'
import { plainAscii } from '../lib/plain-ascii.ts'

const oneWord = /^[a-z0-9]+$/
const asciiControl = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g
const asciiWord = /[a-z0-9]+|[!-/:-@[-`{-~]/g

// What the tokeniser of BERT calls control, punctuation and ideograph; the last leaves out U+2B820 to U+2B91F, as its code does.
const dropped = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\ufffd]/gu
const accents = /\p{Mn}/gu
const punctuation = '\\p{P}!-/:-@\\[-`{-~'
const ideographs =
  '\\u4e00-\\u9fff\\u3400-\\u4dbf\\u{20000}-\\u{2a6df}\\u{2a700}-\\u{2b73f}\\u{2b740}-\\u{2b81f}\\u{2b920}-\\u{2ceaf}\\uf900-\\ufaff\\u{2f800}-\\u{2fa1f}'
const anyWord = new RegExp(`[${punctuation}${ideographs}]|[^\\s${punctuation}${ideographs}]+`, 'gu')

/**
 * The words of a text as BERT (uncased) cuts them before it looks for pieces: control characters out, lower case, accents off, split at white
 * space, each punctuation mark and each ideograph a word of its own.
 */
export function splitWords(text: string): readonly string[] {
  // The words of a space come one by one.
  if (oneWord.test(text)) return [text]
  if (plainAscii.test(text)) return text.toLowerCase().match(asciiWord) ?? []
  if (asciiOnly.test(text)) return text.replace(asciiControl, '').toLowerCase().match(asciiWord) ?? []
  return lowerCase(withoutAccents(text.toWellFormed().replace(dropped, ''))).match(anyWord) ?? []
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(accents, '')
}

/** Each character by itself: no final form of sigma at the end of a word. */
function lowerCase(text: string): string {
  return text.replaceAll('Σ', 'σ').toLowerCase()
}
