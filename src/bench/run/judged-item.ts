import { withoutCitations } from '../../answer/parse-citations.ts'
import type { JudgedAnswer } from '../judges/judge.ts'
import type { AnswerRow, QuestionRow, VerdictKey } from './run-rows.ts'

/** What a judge sees: the key and the answer without its citations, nothing of who gave it or by what. */
export function judgedItem(
  question: QuestionRow,
  { answer, abstained }: Pick<AnswerRow, 'answer' | 'abstained'>,
  key: VerdictKey = 'published',
): JudgedAnswer {
  const { at, category, gold, abstains, trap, criteria, weights, before, audit } = question
  return {
    question: question.question,
    at,
    category,
    gold: key === 'audit' && audit !== null ? audit.answer : gold,
    abstains,
    trap,
    criteria,
    weights,
    before,
    answer: withoutCitations(answer ?? '').trim(),
    abstained,
  }
}
