import { isYesNoQuestion, leansOnBefore, mayAnswer, opensWithPhrase, opensWithPronoun, saysYesOrNo } from '../lib/words/answers.ts'
import { keepStatement, type Statement } from '../lib/words/keep-statement.ts'
import { plainWords } from '../lib/words/plain-words.ts'
import { isQuestion } from '../lib/words/questions.ts'
import { isListItem, type SentenceKinds, sentenceKinds } from '../lib/words/sentence-kinds.ts'
import type { SentenceStretch } from '../lib/words/split-sentences.ts'
import type { AskedQuestion } from './asked-question.ts'

/** A statement of a passage with all that the records need to know of it. */
export interface ReadStatement extends Statement {
  readonly kinds: SentenceKinds
  /** Makes sense only with the statement before it. */
  readonly leans: boolean
  readonly item: boolean
  /** The question without which it can't be understood. */
  readonly asked: AskedQuestion | null
}

export interface PassageContext {
  /** The other speaker; null when unknown. */
  readonly addressee: string | null
  /** What was asked just before; only for the first passage of a turn. */
  readonly question: AskedQuestion | null
}

const nothing: SentenceKinds = { semantic: false, procedural: false }

/** What a passage tells, sentence by sentence, in order. */
export function readPassage(
  text: string,
  sentences: readonly SentenceStretch[],
  { addressee, question }: PassageContext,
): readonly ReadStatement[] {
  const statements: ReadStatement[] = []
  for (const sentence of sentences) {
    const kept = keepStatement(text, sentence, addressee)
    const answered = statements.length === 0 && question !== null ? readAnswer(text, sentence, { kept, question }) : null
    const statement = answered ?? kept
    if (statement === null) continue
    statements.push({
      ...statement,
      kinds: statement.form === 'prose' ? sentenceKinds(statement.text) : nothing,
      leans: statements.length > 0 && opensWithPronoun(statement.plain),
      item: statement.form === 'prose' && isListItem(statement.text),
      asked: answered === null ? null : question,
    })
  }
  return statements
}

/**
 * The first sentence as an answer that needs its question: "Yes, two cats", "In Seattle", "It was a gift"; null where it stands by
 * itself.
 */
function readAnswer(
  text: string,
  sentence: SentenceStretch,
  { kept, question }: { readonly kept: Statement | null; readonly question: AskedQuestion },
): Statement | null {
  const { start, end, form } = sentence
  const words = text.slice(start, end)
  if (form !== 'prose' || isQuestion(words)) return null
  const plain = plainWords(words)
  if (saysYesOrNo(plain) && isYesNoQuestion(question.plain)) return { start, end, form, text: words, plain }
  if (kept !== null) return leansOnBefore(kept.plain) || opensWithPhrase(kept.text) ? kept : null
  return !saysYesOrNo(plain) && mayAnswer(plain) ? { start, end, form, text: words, plain } : null
}
