import { withoutCitations } from '../../answer/parse-citations.ts'
import type { JudgedAnswer } from '../judges/judge.ts'
import type { AnswerRow, QuestionRow } from './run-rows.ts'

/** What a judge sees: the key and the answer without its citations, nothing of who gave it or by what. */
export function judgedItem(question: QuestionRow, { answer, abstained }: Pick<AnswerRow, 'answer' | 'abstained'>): JudgedAnswer {
  const { at, category, gold, abstains, trap, criteria } = question
  return {
    question: question.question,
    at,
    category,
    gold,
    abstains,
    trap,
    criteria,
    answer: withoutCitations(answer ?? '').trim(),
    abstained,
  }
}
