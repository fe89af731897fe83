import type { Stretch } from '../lib/words/stretch.ts'

const runs = /[\p{L}\p{N}\p{M}]+/gu
const gap = '[^\\p{L}\\p{N}\\p{M}]+'
const mostWords = 400

/** Where words that a model says it copied stand: letter by letter, else the same words whatever is between them and in either case. null: nowhere. */
export function findQuote(text: string, quote: string): Stretch | null {
  const exact = quote.trim()
  if (exact === '') return null
  const at = text.indexOf(exact)
  if (at >= 0) return { start: at, end: at + exact.length }
  const words = exact.match(runs) ?? []
  if (words.length === 0 || words.length > mostWords) return null
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${words.join(gap)}(?![\\p{L}\\p{N}])`, 'iu').exec(text)
  return found === null ? null : { start: found.index, end: found.index + found[0].length }
}
