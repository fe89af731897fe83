import { remembered } from '../lib/remembered.ts'
import type { TokenTable } from '../lib/token-table.ts'
import { writeUtf8 } from '../lib/write-utf8.ts'
import { splitWords } from './split-words.ts'

/** Splits text into pieces of a fixed vocabulary: BERT's uncased WordPiece. */
export interface WordPiece {
  /** Ids in order, without [CLS] and [SEP]. A special token spelled out in the text is plain text. */
  encode(text: string): number[]
}

/** A word with more characters than this is unknown. */
const longestWord = 100
/** V8 copies shorter substrings; a longer one kept as a key would keep the whole text that it was cut from. */
const longestKept = 12
const mostKept = 20_000

const encoder = new TextEncoder()
const goesOn = encoder.encode('##')
const unknownPiece = encoder.encode('[UNK]')

/** `vocabulary`: its pieces as UTF-8; '##' marks those that go on within a word. */
export function createWordPiece(vocabulary: TokenTable): WordPiece {
  // For a word with a part that is in no piece.
  const unknown = Math.max(0, vocabulary.idOf(unknownPiece, 0, unknownPiece.length))
  /** Of one word, after room for a mark. */
  let bytes = new Uint8Array(256)

  /** The longest piece that fits, then the longest that fits the rest, and so on. */
  const cut = (word: string): readonly number[] => {
    if (word.length > longestWord && [...word].length > longestWord) return [unknown]
    const ids: number[] = []
    const stop = write(word)
    for (let start = goesOn.length; start < stop; ) {
      let from = start
      if (ids.length > 0) {
        // What stands before is not needed any more.
        from -= goesOn.length
        bytes.set(goesOn, from)
      }
      let end = stop
      let id = vocabulary.idOf(bytes, from, end)
      while (id < 0 && end > start + 1) id = vocabulary.idOf(bytes, from, --end)
      if (id < 0) return [unknown]
      ids.push(id)
      start = end
    }
    return ids
  }

  /** Where it ends in the bytes. */
  const write = (word: string): number => {
    // A UTF-16 unit takes three bytes at most.
    const room = goesOn.length + 3 * word.length
    if (bytes.length < room) bytes = new Uint8Array(2 * room)
    return writeUtf8(word, bytes, goesOn.length)
  }

  const idsOf = remembered(cut, { most: mostKept, longest: longestKept })

  return {
    encode(text) {
      const ids: number[] = []
      for (const word of splitWords(text)) for (const id of idsOf(word)) ids.push(id)
      return ids
    },
  }
}
