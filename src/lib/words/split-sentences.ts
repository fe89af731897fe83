import { lazily } from '../lazily.ts'
import { remembered } from '../remembered.ts'
import { countedAbbreviations, leadingAbbreviations, sentenceOpeners } from './abbreviations.ts'
import { keptReadings } from './kept-readings.ts'
import { plainSegments } from './plain-segments.ts'
import { extendsGrapheme, type Stretch, trimStretch } from './stretch.ts'

/** A sentence, or a line or block that is kept as it stands. */
export interface SentenceStretch extends Stretch {
  /** prose; row: a line of a table; code: a fenced block, fences and all. */
  readonly form: 'prose' | 'row' | 'code'
}

// The locale changes one thing: a Greek question ends in ";". It is chosen by the text, so that every host splits alike.
const usual = lazily(() => new Intl.Segmenter('en', { granularity: 'sentence' }))
const ofGreek = lazily(() => new Intl.Segmenter('el', { granularity: 'sentence' }))
const greek = /\p{Script=Greek}/u
const blockLine = /(?:^|[\n\r])[ \t]*(?:```|~~~|\|)/

/**
 * The sentences of a text, in order, without the white space around them. A newline ends one; an abbreviation, an initial or a list's
 * number does not; an emoji or a quote mark left alone goes to the sentence before it. Never cuts inside a grapheme; nothing but white
 * space is left out.
 */
export const splitSentences: (text: string) => readonly SentenceStretch[] = remembered(text => {
  const sentences: SentenceStretch[] = []
  if (blockLine.test(text)) {
    for (const block of blocks(text)) {
      if (block.form === 'prose') pushProse(text, block, sentences)
      else pushTrimmed(text, block, block.form, sentences)
    }
  } else {
    pushProse(text, { start: 0, end: text.length }, sentences)
  }
  return sentences
}, keptReadings)

/** Tables' rows and fenced code, with the prose between them. */
function blocks(text: string): readonly SentenceStretch[] {
  const found: SentenceStretch[] = []
  let prose = 0
  let fence: { readonly start: number; readonly mark: string } | null = null
  const close = (start: number): void => {
    if (start > prose) found.push({ start: prose, end: start, form: 'prose' })
  }
  for (const { index: start, 0: line } of text.matchAll(/[^\n\r]+/g)) {
    const end = start + line.length
    const mark = line.trimStart().slice(0, 3)
    if (fence !== null) {
      if (mark !== fence.mark) continue
      found.push({ start: fence.start, end, form: 'code' })
      fence = null
      prose = end
    } else if ((mark === '```' || mark === '~~~') && line.lastIndexOf(mark) === line.indexOf(mark)) {
      close(start)
      fence = { start, mark }
    } else if (mark.startsWith('|')) {
      close(start)
      found.push({ start, end, form: 'row' })
      prose = end
    }
  }
  // A fence that is never closed runs to the end.
  if (fence !== null) found.push({ start: fence.start, end: text.length, form: 'code' })
  else close(text.length)
  return found
}

function pushProse(text: string, { start, end }: Stretch, into: SentenceStretch[]): void {
  const prose = start === 0 && end === text.length ? text : text.slice(start, end)
  const first = into.length
  for (const { index, segment } of plainSegments(prose) ?? (greek.test(prose) ? ofGreek : usual)().segment(prose)) {
    const from = start + index
    const previous = into.length > first ? into.at(-1) : undefined
    const taken = previous === undefined ? 0 : lengthGoingOn(text, previous, from, segment)
    if (previous !== undefined && taken > 0) {
      const { end: longer } = trimStretch(text, { start: previous.start, end: from + taken })
      into[into.length - 1] = { start: previous.start, end: longer, form: 'prose' }
    }
    pushTrimmed(text, { start: from + taken, end: from + segment.length }, 'prose', into)
  }
}

function pushTrimmed(text: string, stretch: Stretch, form: SentenceStretch['form'], into: SentenceStretch[]): void {
  const { start, end } = trimStretch(text, stretch)
  if (end > start) into.push({ start, end, form })
}

const newline = /[\n\r\u2028\u2029\u0085]/
const wordCharacter = /[\p{L}\p{N}]/u
const formatCharacter = /\p{Cf}$/u
const openingEmoji = /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\ufe0f|\u200d|\s)+(?=\p{L}|\p{N})/u
const listMarker = /^\(?(?:\d{1,3}|[a-zA-Z])[.)]$/
/** "In three steps: 1. Soak ..." */
const numberAfterColon = /[:：]\s*\(?\d{1,2}[.)]$/
const lastWord = /([\p{L}\p{N}.'’]+)\.$/u
const initials = /^(?:\p{Lu}\.)*\p{Lu}$/u
const closingQuote = /[?!.…]["'”’»)\]]+$/

/** How much of a segment that starts there belongs to the sentence before it: none, the emoji it opens with, or all. */
function lengthGoingOn(text: string, previous: Stretch, from: number, segment: string): number {
  if (newline.test(text.slice(previous.end, from))) return 0
  if (goesOn(text, previous, from, segment)) return segment.length
  const emoji = segment.charCodeAt(0) < 0x2000 ? undefined : openingEmoji.exec(segment)?.[0]
  return emoji === undefined || extendsGrapheme(text, from + emoji.length) ? 0 : emoji.length
}

function goesOn(text: string, previous: Stretch, from: number, segment: string): boolean {
  if (!wordCharacter.test(segment)) return segment.trim() !== ''
  if (extendsGrapheme(text, from) || formatCharacter.test(text.charAt(from - 1))) return true
  const before = text.slice(Math.max(previous.start, previous.end - 24), previous.end)
  if (closingQuote.test(before)) return /^\p{Ll}/u.test(segment)
  if (!before.endsWith('.') && !before.endsWith(')')) return false
  if ((previous.end - previous.start <= 5 && listMarker.test(before)) || numberAfterColon.test(before)) return true
  return endsInAbbreviation(before, segment)
}

function endsInAbbreviation(before: string, next: string): boolean {
  const [found, word] = lastWord.exec(before) ?? []
  if (found === undefined || word === undefined) return false
  const lower = word.toLowerCase()
  if (leadingAbbreviations.has(lower)) return true
  if (countedAbbreviations.has(lower)) return /^\d/.test(next)
  if (!initials.test(word) || sentenceOpeners.has(/^[\p{L}'’]*/u.exec(next)?.[0].toLowerCase() ?? '')) return false
  // "J. Smith" and "U.S. law" go on, "plan B. Then" does not.
  return word.length > 1 || (word !== 'I' && /^\p{Lu}/u.test(next))
}
