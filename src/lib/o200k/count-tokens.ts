import type { TokenTable } from '../token-table.ts'
import { writeUtf8 } from '../write-utf8.ts'
import { countMerged } from './count-merged.ts'

// The pattern of o200k that cuts a text before it is encoded, as in OpenAI's tiktoken.
const contraction = "(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?"
const [upper, lower] = ['[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]', '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]']
const pieceParts = [
  `[^\\r\\n\\p{L}\\p{N}]?${upper}*${lower}+${contraction}`,
  `[^\\r\\n\\p{L}\\p{N}]?${upper}+${lower}*${contraction}`,
  '\\p{N}{1,3}',
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*',
  '\\s*[\\r\\n]+',
  '\\s+(?!\\S)',
  '\\s+',
]

/** Words of natural text are cut and merged in the same way again and again. */
const mostKept = 50_000
const longestKept = 40

/** Counts o200k tokens with this table, whose ids are their ranks. What looks like a special token is plain text. */
export function createO200kCounter(table: TokenTable): (text: string) => number {
  // Made here: it takes milliseconds, and many a command counts nothing.
  const piecePattern = new RegExp(pieceParts.join('|'), 'gu')
  const kept = new Map<string, number>()
  let bytes = new Uint8Array(256)

  function countPiece(piece: string): number {
    // A UTF-16 unit takes three bytes at most.
    if (bytes.length < 3 * piece.length) bytes = new Uint8Array(6 * piece.length)
    const length = writeUtf8(piece, bytes, 0)
    return table.idOf(bytes, 0, length) >= 0 ? 1 : countMerged(table, bytes, length)
  }

  return text => {
    let tokens = 0
    for (const piece of text.match(piecePattern) ?? []) {
      let count = kept.get(piece)
      if (count === undefined) {
        count = countPiece(piece)
        if (kept.size >= mostKept) kept.clear()
        if (piece.length <= longestKept) kept.set(piece, count)
      }
      tokens += count
    }
    return tokens
  }
}
