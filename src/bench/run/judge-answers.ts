import type { LanguageModel } from '../../seams.ts'
import type { Judge } from '../judges/judge.ts'
import type { PhaseOptions } from './answer-questions.ts'
import type { ChainedLog } from './chained-log.ts'
import { inOrder } from './in-order.ts'
import { judgedItem } from './judged-item.ts'
import { answerHash, answerKey, latestAnswers, latestVerdicts, verdictKey } from './latest-rows.ts'
import { recordFailure } from './record-failure.ts'
import type { AnswerRow, QuestionRow, TimedCall, TimingRow, VerdictRow } from './run-rows.ts'
import { timedCall, toMicroseconds } from './timing-row.ts'

export interface JudgePhase extends PhaseOptions {
  readonly questions: readonly QuestionRow[]
  /** Their names, in order. */
  readonly systems: readonly string[]
  readonly judges: readonly Judge[]
  readonly model: LanguageModel
  readonly answers: readonly AnswerRow[]
  readonly verdicts: ChainedLog<VerdictRow>
}

interface Due {
  readonly question: QuestionRow
  readonly answer: AnswerRow
  readonly said: string
  readonly judge: Judge
}

/** Has every answer judged by every judge that has something to say of its question and has not said it of these words yet. */
export async function judgeAnswers(phase: JudgePhase): Promise<void> {
  const { verdicts, timings, model, onRow } = phase
  for await (const { verdict, timing } of inOrder([...due(phase)], one => judgeOne(one, model), phase)) {
    if (timing.calls.length > 0) timings.append(timing)
    verdicts.append(verdict)
    onRow(verdict.error, verdict.reply !== null)
  }
}

/** In the order of the questions, then systems, then judges. */
export function* due({ questions, systems, judges, answers, verdicts }: Omit<JudgePhase, keyof PhaseOptions | 'model'>): Generator<Due> {
  const given = latestAnswers(answers)
  const judged = latestVerdicts(verdicts.rows)
  for (const question of questions) {
    for (const system of systems) {
      const answer = given.get(answerKey({ id: question.id, system }))
      if (answer === undefined || answer.answer === null) continue
      for (const judge of judges) {
        const last = judged.get(verdictKey({ id: question.id, system, judge: judge.id }))
        if (last !== undefined && last.score !== null && last.answer === answerHash(answer.answer)) continue
        if (judge.judges(question)) yield { question, answer, said: answer.answer, judge }
      }
    }
  }
}

async function judgeOne(
  { question, answer, said, judge }: Due,
  model: LanguageModel,
): Promise<{ readonly verdict: VerdictRow; readonly timing: TimingRow }> {
  const start = performance.now()
  const calls: TimedCall[] = []
  const row = { id: answer.id, system: answer.system, judge: judge.id, answer: answerHash(said) }
  const timing = (): TimingRow => {
    const total = toMicroseconds(performance.now() - start)
    return { id: answer.id, system: answer.system, judge: judge.id, ms: { search: null, model: total, total }, calls }
  }
  try {
    const item = judgedItem(question, answer)
    const { score, reply, usage } = await judge.judge(item, { model, onCall: call => calls.push(timedCall(call)) })
    return { verdict: { ...row, score, reply, usage, error: null }, timing: timing() }
  } catch (caught) {
    return { verdict: { ...row, score: null, reply: null, usage: null, error: recordFailure(caught) }, timing: timing() }
  }
}
