import type { LedgerEntry } from '../../domain.ts'
import type { Dialogue, System, SystemAnswer, Told } from '../systems/system.ts'
import type { ChainedLog } from './chained-log.ts'
import { inOrder } from './in-order.ts'
import { answerKey, ingestKey, latestAnswers, latestIngest } from './latest-rows.ts'
import { recordFailure } from './record-failure.ts'
import type { AnswerRow, CallRow, Failure, IngestRow, TimingRow } from './run-rows.ts'
import type { AskedHistory } from './select-questions.ts'
import { timedCall, toMicroseconds } from './timing-row.ts'

export interface PhaseOptions {
  readonly timings: ChainedLog<TimingRow>
  readonly concurrency: number
  /** Asked before each is begun. Those that were begun are finished and written. */
  readonly isStopped: () => boolean
  /** Called for each row that is written; `asked`: a model was, so that its success says that there is one. */
  readonly onRow: (error: Failure | null, asked: boolean) => void
}

export interface AnswerPhase extends PhaseOptions {
  readonly systems: readonly { readonly name: string; readonly system: System }[]
  readonly answers: ChainedLog<AnswerRow>
  readonly ingest: ChainedLog<IngestRow>
}

/** Asks every system every question that it has not answered yet, in the order of the file. It gets no gold: there is none in what it is given. */
export async function answerQuestions(histories: AsyncIterable<AskedHistory>, phase: AnswerPhase): Promise<void> {
  const { systems, answers, ingest, timings, isStopped, onRow } = phase
  const latest = latestAnswers(answers.rows)
  const taken = latestIngest(ingest.rows)
  for await (const { space, turns, questions } of histories) {
    for (const { name, system } of systems) {
      if (isStopped()) return
      const open = questions.filter(({ id }) => latest.get(answerKey({ id, system: name }))?.answer == null)
      const before = taken.get(ingestKey({ system: name, space })) ?? null
      if (open.length === 0 && before !== null) continue
      const { told, row, timing } = await takeIn(system, { name, dialogue: { space, turns } })
      // Taken in again after a stop, it is what it was: the first time is the one that was measured.
      if (before === null || before.error !== null) {
        timings.append(timing)
        ingest.append(row)
      }
      const asking = inOrder(open, ({ id, asked }) => ask(told, { id, system: name, asked }), phase)
      for await (const { answer, timing: taking } of asking) {
        // First, so that no answer is without what it took; one that is written twice has its first line measured.
        timings.append(taking)
        answers.append(answer)
        onRow(answer.error, answer.calls.length > 0)
      }
    }
  }
}

interface TakenIn {
  readonly told: Told
  readonly row: IngestRow
  readonly timing: TimingRow
}

/** A dialogue that can't be taken in fails every question on it, and says why. */
async function takeIn(system: System, { name, dialogue }: { readonly name: string; readonly dialogue: Dialogue }): Promise<TakenIn> {
  const { space, turns } = dialogue
  const start = performance.now()
  const taken = (told: Told, error: Failure | null): TakenIn => {
    const ms = { search: null, model: null, total: toMicroseconds(performance.now() - start) }
    return {
      told,
      row: { system: name, space, turns: turns.length, calls: told.calls.flatMap(callRow), error },
      timing: { phase: 'ingest', id: space, system: name, judge: null, ms, calls: told.calls.map(timedCall) },
    }
  }
  try {
    return taken(await system.tell(dialogue), null)
  } catch (caught) {
    const fails = async (): Promise<never> => {
      throw caught
    }
    return taken({ calls: [], answer: fails }, recordFailure(caught))
  }
}

type Asked = { readonly id: string; readonly system: string; readonly asked: AskedHistory['questions'][number]['asked'] }

async function ask(told: Told, { id, system, asked }: Asked): Promise<{ readonly answer: AnswerRow; readonly timing: TimingRow }> {
  const start = performance.now()
  try {
    const said = await told.answer(asked)
    const { search, model, total } = said.ms
    const ms = { search: toMicroseconds(search), model: model === null ? null : toMicroseconds(model), total: toMicroseconds(total) }
    return {
      answer: answerRow({ id, system }, said),
      timing: { phase: 'answer', id, system, judge: null, ms, calls: said.calls.map(timedCall) },
    }
  } catch (caught) {
    const error = recordFailure(caught)
    const nothing = { answer: null, abstained: null, shown: null, cited: null, repair: null, prompt: null, usage: null, calls: [] }
    const ms = { search: null, model: null, total: toMicroseconds(performance.now() - start) }
    return { answer: { id, system, ...nothing, error }, timing: { phase: 'answer', id, system, judge: null, ms, calls: [] } }
  }
}

function answerRow({ id, system }: Pick<Asked, 'id' | 'system'>, said: SystemAnswer): AnswerRow {
  const { text, abstained, shown, cited, repair, prompt, usage, calls } = said
  return { id, system, answer: text, abstained, shown, cited, repair, prompt, usage, calls: calls.flatMap(callRow), error: null }
}

/** None of a call that failed. */
function callRow({ stage, model, served, finish, usage, failed }: LedgerEntry): readonly CallRow[] {
  return failed === null ? [{ stage, model, served, finish, usage }] : []
}
