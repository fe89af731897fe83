import type { Span, Turn } from '../domain.ts'
import { countWords } from '../lib/words/content-words.ts'
import { plainWords } from '../lib/words/plain-words.ts'
import { isQuestion } from '../lib/words/questions.ts'
import { splitSentences } from '../lib/words/split-sentences.ts'

/** The question that the turn before put to this speaker. */
export interface AskedQuestion {
  readonly text: string
  /** Its `plainWords`. */
  readonly plain: string
  readonly source: Span
}

const longest = 200

/** The last question of the turn before, if another speaker put it in the same session and it asks for something; else null. */
export function askedQuestion(turn: Turn, before: Turn | undefined): AskedQuestion | null {
  if (before === undefined || before.speaker === turn.speaker || before.session !== turn.session) return null
  // A question stands near the end of what was said; the start of a very long turn is not read.
  const offset = before.text.length > 4_000 ? before.text.length - 2_000 : 0
  const tail = before.text.slice(offset)
  if (!/[?？؟;\u037e]/.test(tail)) return null
  for (const { start, end, form } of splitSentences(tail).toReversed()) {
    const text = tail.slice(start, end)
    if (form !== 'prose' || !isQuestion(text)) continue
    const plain = plainWords(text)
    if (countWords(plain).content === 0 || end - start > longest || (start === 0 && offset > 0)) return null
    return { text, plain, source: { turnId: before.id, attachment: null, start: start + offset, end: end + offset } }
  }
  return null
}
