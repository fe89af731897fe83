import { plainAscii } from '../lib/plain-ascii.ts'
import { remembered } from '../lib/remembered.ts'
import { contentWords, isStopWord, stem } from '../lib/terms.ts'

/** A text as it is searched: by its words, and by its pieces in the static table. */
export interface ReadText {
  /** In characters. */
  readonly length: number
  /** Its content words, in order, with repeats. */
  readonly words: readonly ReadWord[]
  /** In order, with repeats. */
  readonly pieces: Uint16Array
}

export interface ReadWord {
  /** Folded, as `words` gives it. */
  readonly word: string
  /** Stemmed, as `terms` gives it. */
  readonly term: string
}

/** A word as it stands in plain text; `word` is null for a stop word and for a possessive ending. */
interface PlainWord {
  readonly read: ReadWord | null
  readonly pieces: Uint16Array
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

  const plain = remembered((word: string): PlainWord => {
    const own = word.length > longestCopied ? Buffer.from(word, 'latin1').toString('latin1') : word
    return { read: word === ending || isStopWord(own) ? null : { word: own, term: stem(own) }, pieces: tokenIds(own) }
  }, kept)

  function readPlain(text: string): ReadText {
    const lower = text.toLowerCase()
    const found = lower.match(lower.includes(ending) ? plainWordOrEnding : plainWord) ?? []
    const words: ReadWord[] = []
    let count = 0
    const all: PlainWord[] = []
    for (let place = 0; place < found.length; place++) {
      const word = plain(found[place] ?? '')
      all.push(word)
      if (word.read !== null) words.push(word.read)
      count += word.pieces.length
    }
    const pieces = new Uint16Array(count)
    let next = 0
    for (let place = 0; place < all.length; place++) {
      const own = all[place]?.pieces ?? pieces
      for (let piece = 0; piece < own.length; piece++) pieces[next++] = own[piece] ?? 0
    }
    return { length: text.length, words, pieces }
  }

  return text =>
    wordsAreAll && plainAscii.test(text)
      ? readPlain(text)
      : { length: text.length, words: contentWords(text).map(word => ({ word, term: stem(word) })), pieces: tokenIds(text) }
}
