import { type MemoryKind, memoryKinds, type Turn } from '../domain.ts'
import { mayAnswer } from '../lib/words/answers.ts'
import { keepStatement } from '../lib/words/keep-statement.ts'
import { plainWords } from '../lib/words/plain-words.ts'
import { isQuestion } from '../lib/words/questions.ts'
import { sentenceKinds } from '../lib/words/sentence-kinds.ts'
import { type SentenceStretch, splitSentences } from '../lib/words/split-sentences.ts'

/** The kinds of a turn; see createRuleRouter. */
export function routeTurn({ text, attachments }: Turn): ReadonlySet<MemoryKind> {
  const kinds = new Set<MemoryKind>()
  if (attachments.some(({ caption }) => caption !== null && caption.trim() !== '')) kinds.add('episodic')
  const sentences = splitSentences(text)
  for (const sentence of sentences) {
    if (kinds.size === memoryKinds.length) break
    const statement = keepStatement(text, sentence, null)
    if (statement === null) continue
    kinds.add('episodic')
    if (statement.form !== 'prose') continue
    const { semantic, procedural } = sentenceKinds(statement.text)
    if (semantic) kinds.add('semantic')
    if (procedural) kinds.add('procedural')
  }
  if (kinds.size === 0 && answersPerhaps(text, sentences[0])) kinds.add('episodic')
  return kinds
}

// "In Seattle." tells something where a question came before, which the extractor sees and we don't.
function answersPerhaps(text: string, first: SentenceStretch | undefined): boolean {
  if (first === undefined || first.form !== 'prose') return false
  const words = text.slice(first.start, first.end)
  return !isQuestion(words) && mayAnswer(plainWords(words))
}
