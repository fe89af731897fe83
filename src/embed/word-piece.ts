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

/** `vocabulary`: the pieces in the order of their ids; '##' marks those that go on within a word. */
export function createWordPiece(vocabulary: readonly string[]): WordPiece {
  const starts = new Map<string, number>()
  const continuations = new Map<string, number>()
  vocabulary.forEach((piece, id) => {
    if (piece.startsWith('##') && piece.length > 2) continuations.set(piece.slice(2), id)
    else starts.set(piece, id)
  })
  // For a word with a part that is in no piece.
  const unknown = starts.get('[UNK]') ?? 0
  const kept = new Map<string, readonly number[]>()

  /** The longest piece that fits, then the longest that fits the rest, and so on. */
  const cut = (word: string): readonly number[] => {
    if (word.length > longestWord && [...word].length > longestWord) return [unknown]
    const ids: number[] = []
    for (let start = 0; start < word.length; ) {
      const pieces = start === 0 ? starts : continuations
      let end = word.length
      while (end > start && !pieces.has(word.slice(start, end))) end--
      const id = pieces.get(word.slice(start, end))
      if (id === undefined) return [unknown]
      ids.push(id)
      start = end
    }
    return ids
  }

  const idsOf = (word: string): readonly number[] => {
    const known = kept.get(word)
    if (known !== undefined) return known
    const ids = cut(word)
    if (word.length <= longestKept) {
      if (kept.size >= mostKept) kept.clear()
      kept.set(word, ids)
    }
    return ids
  }

  return {
    encode(text) {
      const ids: number[] = []
      for (const word of splitWords(text)) {
        const whole = starts.get(word)
        if (whole !== undefined) ids.push(whole)
        else ids.push(...idsOf(word))
      }
      return ids
    },
  }
}
