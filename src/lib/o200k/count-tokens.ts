import { asciiOnly } from '../ascii-only.ts'
import { remembered } from '../remembered.ts'
import type { TokenTable } from '../token-table.ts'
import { writeUtf8 } from '../write-utf8.ts'
import { countMerged } from './count-merged.ts'

// The pattern of o200k that cuts a text before it is encoded, as in OpenAI's tiktoken.
const contraction = "(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?"
const pieceParts = ({ upper, lower, letter, digit }: Classes): readonly string[] => [
  `[^\\r\\n${letter}${digit}]?[${upper}]*[${lower}]+${contraction}`,
  `[^\\r\\n${letter}${digit}]?[${upper}]+[${lower}]*${contraction}`,
  `[${digit}]{1,3}`,
  ` ?[^\\s${letter}${digit}]+[\\r\\n/]*`,
  '\\s*[\\r\\n]+',
  '\\s+(?!\\S)',
  '\\s+',
]
interface Classes {
  readonly upper: string
  readonly lower: string
  readonly letter: string
  readonly digit: string
}
const anyText: Classes = {
  upper: '\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}',
  lower: '\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}',
  letter: '\\p{L}',
  digit: '\\p{N}',
}
/** The same for text of ASCII alone: it compiles in a fraction of the time, and many a command counts nothing else. */
const asciiText: Classes = { upper: 'A-Z', lower: 'a-z', letter: 'A-Za-z', digit: '0-9' }

/** Words of natural text are cut and merged in the same way again and again. */
const mostKept = 50_000
const longestKept = 40

/** Counts o200k tokens with this table, whose ids are their ranks. What looks like a special token is plain text. */
export function createO200kCounter(table: TokenTable): (text: string) => number {
  const asciiPieces = new RegExp(pieceParts(asciiText).join('|'), 'g')
  // Made on first need: it takes milliseconds.
  let anyPieces: RegExp | null = null
  function piecesOf(text: string): readonly string[] {
    if (asciiOnly.test(text)) return text.match(asciiPieces) ?? []
    anyPieces ??= new RegExp(pieceParts(anyText).join('|'), 'gu')
    return text.match(anyPieces) ?? []
  }

  let bytes = new Uint8Array(256)

  function countPiece(piece: string): number {
    // A UTF-16 unit takes three bytes at most.
    if (bytes.length < 3 * piece.length) bytes = new Uint8Array(6 * piece.length)
    const length = writeUtf8(piece, bytes, 0)
    return table.idOf(bytes, 0, length) >= 0 ? 1 : countMerged(table, bytes, length)
  }

  const countOf = remembered(countPiece, { most: mostKept, longest: longestKept })
  return text => {
    let tokens = 0
    for (const piece of piecesOf(text)) tokens += countOf(piece)
    return tokens
  }
}
