import type { LanguageModel } from '../../seams.ts'
import type { Judge } from '../judges/judge.ts'
import type { PhaseOptions } from './answer-questions.ts'
import type { ChainedLog } from './chained-log.ts'
import { inOrder } from './in-order.ts'
import { judgedItem } from './judged-item.ts'
import { answerHash, answerKey, latestAnswers, latestVerdicts, verdictKey } from './latest-rows.ts'
import { recordFailure } from './record-failure.ts'
import type { AnswerRow, QuestionRow, TimedCall, TimingRow, VerdictKey, VerdictRow } from './run-rows.ts'
import { timedCall, toMicroseconds } from './timing-row.ts'

export interface JudgePhase extends PhaseOptions {
  readonly questions: readonly QuestionRow[]
  /** Their names, in order. */
  readonly systems: readonly string[]
  readonly judges: readonly Judge[]
  /** Verdicts of each judge that asks a model on each answer. */
  readonly judgeRuns: number
  readonly model: LanguageModel
  readonly answers: readonly AnswerRow[]
  readonly verdicts: ChainedLog<VerdictRow>
}

interface Due {
  readonly question: QuestionRow
  readonly answer: AnswerRow
  readonly said: string
  readonly judge: Judge
  readonly run: number
  readonly key: VerdictKey
  /** How often it has failed to say anything of these words. */
  readonly failures: number
}

/** Replies without a verdict are recorded like all others: asked again, a judge must say something else. */
const samplesApart = 1_000

/** Has every answer judged by every judge that has something to say of its question and has not said it of these words yet. */
export async function judgeAnswers(phase: JudgePhase): Promise<void> {
  const { verdicts, timings, model, onRow } = phase
  for await (const { verdict, timing } of inOrder([...due(phase)], one => judgeOne(one, model), phase)) {
    if (timing.calls.length > 0) timings.append(timing)
    verdicts.append(verdict)
    onRow(verdict.error, verdict.served !== null)
  }
}

type ToJudge = Pick<JudgePhase, 'questions' | 'systems' | 'judges' | 'judgeRuns' | 'answers' | 'verdicts'>

/** In the order of the questions, then systems, then judges, then keys, then runs. */
export function* due({ questions, systems, judges, judgeRuns, answers, verdicts }: ToJudge): Generator<Due> {
  const given = latestAnswers(answers)
  const judged = latestVerdicts(verdicts.rows)
  const failures = Map.groupBy(
    verdicts.rows.filter(({ error }) => error?.code === 'model_no_answer'),
    row => JSON.stringify([verdictKey(row), row.answer]),
  )
  for (const question of questions) {
    for (const system of systems) {
      const answer = given.get(answerKey({ id: question.id, system }))
      if (answer === undefined || answer.answer === null) continue
      const said = answer.answer
      const words = answerHash(said)
      for (const judge of judges) {
        if (!judge.judges(question)) continue
        for (const { key, run } of verdictsOf(judge, { question, judgeRuns })) {
          const place = verdictKey({ id: question.id, system, judge: judge.id, run, key })
          const last = judged.get(place)
          if (last !== undefined && last.score !== null && last.answer === words) continue
          const failed = failures.get(JSON.stringify([place, words]))?.length ?? 0
          yield { question, answer, said, judge, run, key, failures: failed }
        }
      }
    }
  }
}

interface Wanted {
  readonly question: QuestionRow
  readonly judgeRuns: number
}

/** Rules say the same every time. By an audit's answer only where it puts one in the key's place. */
export function verdictsOf(judge: Pick<Judge, 'hash'>, { question, judgeRuns }: Wanted): readonly Pick<Due, 'run' | 'key'>[] {
  const runs = Array.from({ length: judge.hash === null ? 1 : judgeRuns }, (_, index) => index + 1)
  const keys: readonly VerdictKey[] = question.audit?.affectsAnswer ? ['published', 'audit'] : ['published']
  return keys.flatMap(key => runs.map(run => ({ run, key })))
}

async function judgeOne(
  { question, answer, said, judge, run, key, failures }: Due,
  model: LanguageModel,
): Promise<{ readonly verdict: VerdictRow; readonly timing: TimingRow }> {
  const start = performance.now()
  const calls: TimedCall[] = []
  const row = { id: answer.id, system: answer.system, judge: judge.id, run, key, answer: answerHash(said) }
  const timing = (): TimingRow => {
    const total = toMicroseconds(performance.now() - start)
    return { phase: 'verdict', id: answer.id, system: answer.system, judge: judge.id, ms: { search: null, model: total, total }, calls }
  }
  try {
    const item = judgedItem(question, answer, key)
    const { score, more, replies, askedAgain, served, usage } = await judge.judge(item, {
      model,
      sample: run + samplesApart * failures,
      onCall: call => calls.push(timedCall(call)),
    })
    const [only = null, ...others] = replies
    const said = others.length === 0 ? { reply: only, replies: [] } : { reply: null, replies }
    return { verdict: { ...row, score, more, ...said, askedAgain, served, usage, error: null }, timing: timing() }
  } catch (caught) {
    const nothing = { score: null, more: {}, reply: null, replies: [], askedAgain: 0, served: null, usage: null }
    return { verdict: { ...row, ...nothing, error: recordFailure(caught) }, timing: timing() }
  }
}
