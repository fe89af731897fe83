import { stem as porter2 } from 'porter2'
import { asciiOnly } from './ascii-only.ts'
import { irregularVerbs } from './irregular-verbs.ts'
import { lazily } from './lazily.ts'
import { hasPlainLetters } from './plain-letters.ts'
import { remembered } from './remembered.ts'

const stopWords: ReadonlySet<string> = new Set(
  `a about an and any are as at be been being both but by can could did do does doing for from had has have having he her hers him his how i if in
  into is it its itself let me might mine must my of on or our ours shall she should so such than that the their theirs them then there these they
  this those to too us was we were what when where which while who whom whose why will with would you your yours`.split(/\s+/),
)

// Scripts written without spaces, and Hangul, whose particles stick to the noun: overlapping pairs of characters find a word wherever it stands.
const pairScripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー'
const runPattern = lazily(() => new RegExp(`([${pairScripts}]+)|((?:(?![${pairScripts}])[\\p{L}\\p{N}\\p{M}])+)`, 'gu'))
const asciiWordPattern = /[a-z0-9]+/g
const accents = lazily(() => /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{Mn}+/gu)
const asciiPossessive = /'s(?![a-z0-9])/g
const plainPossessive = /['’]s(?![a-z0-9])/g
const possessive = /['’]s(?![\p{L}\p{N}])/gu

/** Lower case, compatible forms made equal, accents off: what two spellings of a word share. */
export function fold(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(accents(), '$1').normalize('NFC').toLowerCase()
}

/** The words of a text, folded, in order; not stemmed, with stop words, possessive endings off. */
export function words(text: string): readonly string[] {
  if (asciiOnly.test(text)) {
    const lower = text.toLowerCase()
    return (lower.includes("'s") ? lower.replace(asciiPossessive, ' ') : lower).match(asciiWordPattern) ?? []
  }
  // Most of what is not ASCII has no more than these, and needs none of the patterns below, which take milliseconds to compile.
  if (hasPlainLetters(text)) return text.toLowerCase().replace(plainPossessive, ' ').match(asciiWordPattern) ?? []
  const folded = fold(text).replace(possessive, ' ')
  if (asciiOnly.test(folded)) return folded.match(asciiWordPattern) ?? []
  const found: string[] = []
  for (const [, paired, word] of folded.matchAll(runPattern())) {
    if (word !== undefined) found.push(word)
    else if (paired !== undefined) pushPairs(paired, found)
  }
  return found
}

/** The words of a text without stop words, in order, with repeats. */
export function contentWords(text: string): readonly string[] {
  return words(text).filter(word => !stopWords.has(word))
}

/** What a text is found by: its content words, stemmed (Porter2 where they are plain Latin letters). In order, with repeats. */
export function terms(text: string): readonly string[] {
  return contentWords(text).map(stem)
}

export const stem: (word: string) => string = remembered(stemAnew, { most: 200_000, longest: Number.POSITIVE_INFINITY })

/** The same for who remembers it himself. */
export function stemAnew(word: string): string {
  return /^[a-z]+$/.test(word) && word.length < 40 ? porter2(irregularVerbs.get(word) ?? word) : word
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word)
}

function pushPairs(run: string, into: string[]): void {
  const characters = [...run]
  if (characters.length === 1) into.push(run)
  for (let index = 0; index + 1 < characters.length; index++) into.push(`${characters[index]}${characters[index + 1]}`)
}
