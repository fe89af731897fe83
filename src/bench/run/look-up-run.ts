import { answerHash, answerKey, latestAnswers, latestVerdicts, verdictKey } from './latest-rows.ts'
import type { ReadRun } from './read-run.ts'
import type { AnswerRow, VerdictRow } from './run-rows.ts'

/** What a run says now of a question: later rows stand in for earlier ones. */
export interface RunLookup {
  /** null: not answered yet. */
  answer(place: { readonly id: string; readonly system: string }): AnswerRow | null
  /** Of the words of the answer as it is now, by the published key, of several the first; null where there is none. */
  verdict(place: { readonly id: string; readonly system: string; readonly judge: string }): VerdictRow | null
}

export function lookUpRun({ answers, verdicts }: Pick<ReadRun, 'answers' | 'verdicts'>): RunLookup {
  const given = latestAnswers(answers.rows)
  const judged = latestVerdicts(verdicts.rows)
  const answer: RunLookup['answer'] = place => given.get(answerKey(place)) ?? null
  return {
    answer,
    verdict(place) {
      const words = answer(place)?.answer ?? null
      const verdict = judged.get(verdictKey(place))
      return words === null || verdict === undefined || verdict.answer !== answerHash(words) ? null : verdict
    },
  }
}
