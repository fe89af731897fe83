import { plainAscii } from '../lib/plain-ascii.ts'
import { remembered } from '../lib/remembered.ts'
import { contentWords, isStopWord, stem, stemAnew } from '../lib/terms.ts'

/** A text as it is searched: by its words, and by its pieces in the static table. */
export interface ReadText {
  /** In characters. */
  readonly length: number
  /** In order, with repeats. */
  readonly words: readonly ReadWord[]
}

export interface ReadWord {
  /** Folded, as `words` gives it. */
  readonly word: string
  /** Stemmed, as `terms` gives it; null for what the text is not found by, as a stop word. */
  readonly term: string | null
  /** In order, with repeats. */
  readonly pieces: ArrayLike<number>
}

const plainWord = /[a-z0-9]+/g
const plainWordOrEnding = /'s(?![a-z0-9])|[a-z0-9]+/g
const ending = "'s"
const marks = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
/** Longer ones are worked out each time. */
const kept = { most: 50_000, longest: 40 }
/** V8 copies shorter substrings; a longer one that is kept would keep the whole text that it was cut from. */
const longestCopied = 12

/**
 * Reads texts for the indexes of a space. Plain text is cut once for both, and each of its words looked up once: what a word is to them is
 * remembered from text to text.
 */
export function createTextReader(tokenIds: (text: string) => Uint16Array): (text: string) => ReadText {
  // Where a mark is a piece of its own, words alone say too little.
  const wordsAreAll = tokenIds(marks).length === 0

  const plain = remembered((given: string): ReadWord => {
    const word = given.length > longestCopied ? Buffer.from(given, 'latin1').toString('latin1') : given
    return { word, term: word === ending || isStopWord(word) ? null : stemAnew(word), pieces: tokenIds(word) }
  }, kept)

  function readPlain(text: string): readonly ReadWord[] {
    const lower = text.toLowerCase()
    return (lower.match(lower.includes(ending) ? plainWordOrEnding : plainWord) ?? []).map(plain)
  }

  /** Words and pieces don't begin and end at the same places. */
  function readAny(text: string): readonly ReadWord[] {
    const words: ReadWord[] = contentWords(text).map(word => ({ word, term: stem(word), pieces: [] }))
    return [...words, { word: '', term: null, pieces: tokenIds(text) }]
  }

  return text => ({ length: text.length, words: wordsAreAll && plainAscii.test(text) ? readPlain(text) : readAny(text) })
}
