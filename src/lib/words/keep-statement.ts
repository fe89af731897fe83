import { countWords } from './content-words.ts'
import { plainWords } from './plain-words.ts'
import { isQuestion, statementIn } from './questions.ts'
import { isSmallTalk } from './small-talk.ts'
import type { SentenceStretch } from './split-sentences.ts'
import type { Stretch } from './stretch.ts'
import { trimOpeners } from './trim-openers.ts'

/** The part of a sentence that tells something, in the speaker's own words. */
export interface Statement extends Stretch {
  readonly form: SentenceStretch['form']
  readonly text: string
  /** Its `plainWords`. */
  readonly plain: string
}

const wordCharacter = /[\p{L}\p{N}]/u

/**
 * What a sentence tells: without greetings and interjections, without a question that follows ("I'm planning a trip, do you know ...?");
 * null for a
 * question, for small talk, and for what has no words at all. Rows of tables and code are kept as they stand.
 * @param addressee the other speaker, whose name may be called; null when unknown
 */
export function keepStatement(text: string, sentence: SentenceStretch, addressee: string | null): Statement | null {
  const { form } = sentence
  if (form !== 'prose') {
    const words = text.slice(sentence.start, sentence.end)
    return wordCharacter.test(words) ? { start: sentence.start, end: sentence.end, form, text: words, plain: plainWords(words) } : null
  }
  const stated = isQuestion(text.slice(sentence.start, sentence.end)) ? statementIn(text, trimOpeners(text, sentence, addressee)) : sentence
  if (stated === null) return null
  const { start, end } = trimOpeners(text, stated, addressee)
  const words = text.slice(start, end)
  const plain = plainWords(words)
  const announces = /[:：]$/.test(words) && countWords(plain).content > 0
  if (!announces && isSmallTalk(plain)) return null
  // "Thanks, Ana!": a name is all that is left.
  if (start > stated.start && countWords(plain).all === 1 && isSmallTalk(plainWords(text.slice(stated.start, stated.end)))) return null
  return { start, end, form, text: words, plain }
}
