/** What segments of Intl.Segmenter are, as far as it is needed. */
export interface Segment {
  readonly index: number
  readonly segment: string
}

// Most texts hold few of the kinds of characters that the annex tells apart.
const lower = 'a-zß-öø-ÿ'
const upper = 'A-ZÀ-ÖØ-Þ'
const close = '"\'()\\[\\]{}‘’“”'
// All else, and of the UTF-16 pairs those that are no emoji or that join to others.
const other = new RegExp(
  [
    `[^\\0-\\x7f${lower}${upper}–—‘’“”\\ud83c-\\ud83e\\udc00-\\udfff]`,
    '\\ud83c(?![\\udf00-\\udffa])',
    '\\ud83d(?![\\udc00-\\ude4f\\ude80-\\udeff])',
    '\\ud83e(?![\\udd00-\\uddff])',
    '(?<![\\ud83c-\\ud83e])[\\udc00-\\udfff]',
  ].join('|'),
)
// Unicode has changed its mind about a semicolon there.
const unsure = new RegExp(`[.!?][${close}]*[\\t\\v\\f ]*;`)
const ending = new RegExp(`[.!?][${close}]*[\\t\\v\\f ]*(?:\\r\\n|[\\r\\n])?|\\r\\n|[\\r\\n]`, 'g')
const goesOn = /[.!?,\-:–—]/
const letter = new RegExp(`[${lower}${upper}]`)
const capital = new RegExp(`[${upper}]`)
const lowerFollows = new RegExp(`[^${lower}${upper}\\r\\n.!?]*[${lower}]`, 'y')

/**
 * The sentences of a text as Intl.Segmenter cuts them (Unicode Standard Annex 29), where it holds no more than ASCII, Western letters, dashes,
 * quotes and single emoji; else null. The first use of Intl takes as long as all else that a command reads, and most talk has no need of it.
 */
export function plainSegments(text: string): readonly Segment[] | null {
  if (other.test(text) || unsure.test(text)) return null
  const segments: Segment[] = []
  let index = 0
  for (const match of text.matchAll(ending)) {
    const end = match.index + match[0].length
    if (end < text.length && !endsSentence(text, match.index, end)) continue
    segments.push({ index, segment: text.slice(index, end) })
    index = end
  }
  if (index < text.length) segments.push({ index, segment: text.slice(index) })
  return segments
}

/** Whether a sentence ends after its mark, with the quotes, blanks and line end that follow it. The rules are named as the annex numbers them. */
function endsSentence(text: string, mark: number, end: number): boolean {
  if (/[\r\n]/.test(text.charAt(end - 1))) return true // SB4
  const next = text.charAt(end)
  if (goesOn.test(next)) return false // SB8a
  if (text.charAt(mark) !== '.') return true
  if (end === mark + 1) {
    if (/\d/.test(next)) return false // SB6
    if (capital.test(next) && letter.test(text.charAt(mark - 1))) return false // SB7
  }
  lowerFollows.lastIndex = end
  return !lowerFollows.test(text) // SB8
}
