import type { Turn } from '../../domain.ts'
import type { Dataset } from '../datasets/dataset.ts'
import type { JudgeScale } from '../judges/judge.ts'
import { lookUpRun } from '../run/look-up-run.ts'
import type { ReadRun } from '../run/read-run.ts'
import { repliesOf } from '../run/replies-of.ts'
import type { QuestionRow } from '../run/run-rows.ts'
import { type EvidenceState, evidenceFound, evidenceStates } from './evidence-found.ts'

/** What the page's script shows of a run: all questions with every answer and verdict. */
export interface BrowsedRun {
  readonly run: string
  readonly systems: readonly string[]
  readonly judges: readonly { readonly id: string; readonly scale: JudgeScale }[]
  readonly questions: readonly BrowsedQuestion[]
  /** By history, then by id: the words of turns, where the data set was at hand. */
  readonly turns: Readonly<Record<string, Readonly<Record<string, BrowsedTurn>>>>
}
export interface BrowsedTurn {
  readonly who: string
  readonly at: string | null
  readonly text: string
}
export interface BrowsedQuestion
  extends Pick<QuestionRow, 'id' | 'history' | 'category' | 'question' | 'at' | 'gold' | 'abstains' | 'criteria' | 'evidence'> {
  /** In the order of the systems; null: not answered yet. */
  readonly answers: readonly (BrowsedAnswer | null)[]
}
export interface BrowsedAnswer {
  readonly text: string | null
  readonly error: string | null
  readonly found: EvidenceState
  readonly shown: readonly string[] | null
  readonly cited: readonly string[] | null
  /** In the order of the judges; of several by one judge the first. */
  readonly verdicts: readonly ({
    readonly score: number | null
    readonly replies: readonly string[]
    readonly error: string | null
  } | null)[]
}

/** `dataset`: for the words of turns; null where it is not at hand. Only turns that are evidence, shown or cited are kept. */
export async function browseRun(run: ReadRun, dataset: Dataset | null): Promise<BrowsedRun> {
  const { systems, judges } = run.manifest.identity
  const lookup = lookUpRun(run)
  const questions = run.questions.rows.map((question): BrowsedQuestion => {
    const answers = systems.map(({ name: system }): BrowsedAnswer | null => {
      const row = lookup.answer({ id: question.id, system })
      if (row === null) return null
      const verdicts = judges.map(({ id: judge }) => {
        const verdict = lookup.verdict({ id: question.id, system, judge })
        if (verdict === null) return null
        return { score: verdict.score, replies: repliesOf(verdict), error: verdict.error?.message ?? null }
      })
      const { answer: text, shown, cited } = row
      return { text, error: row.error?.message ?? null, found: evidenceFound(question, row), shown, cited, verdicts }
    })
    const { id, history, category, at, gold, abstains, criteria, evidence } = question
    return { id, history, category, question: question.question, at, gold, abstains, criteria, evidence, answers }
  })
  return {
    run: run.path,
    systems: systems.map(({ name }) => name),
    judges: judges.map(({ id, scale }) => ({ id, scale })),
    questions,
    turns: dataset === null ? {} : await turnsOf(questions, dataset),
  }
}

async function turnsOf(questions: readonly BrowsedQuestion[], dataset: Dataset): Promise<BrowsedRun['turns']> {
  const wanted = new Map<string, Set<string>>()
  for (const { history, evidence, answers } of questions) {
    const ids = wanted.get(history) ?? new Set()
    for (const id of [...evidence, ...answers.flatMap(answer => [...(answer?.shown ?? []), ...(answer?.cited ?? [])])]) ids.add(id)
    wanted.set(history, ids)
  }
  const turns: [string, Record<string, BrowsedTurn>][] = []
  for await (const { name, turns: all } of dataset.histories()) {
    const ids = wanted.get(name)
    if (ids !== undefined) turns.push([name, Object.fromEntries(all.filter(({ id }) => ids.has(id)).map(turn => [turn.id, browsed(turn)]))])
  }
  return Object.fromEntries(turns)
}

const browsed = ({ speaker, at, text }: Turn): BrowsedTurn => ({ who: speaker, at, text })

/** Of the answers that a judge found wrong: how much of the evidence had stood before the model. */
export interface WrongAnswers {
  readonly system: string
  readonly judged: number
  readonly wrong: number
  readonly byEvidence: Readonly<Record<EvidenceState, number>>
}

export function wrongAnswers({ systems, judges, questions }: BrowsedRun, judge: string, apart: readonly string[]): readonly WrongAnswers[] {
  const place = judges.findIndex(({ id }) => id === judge)
  return systems.map((system, index) => {
    const answers = questions
      .filter(({ category }) => !apart.includes(category))
      .flatMap(({ answers: all }) => {
        const answer = all[index] ?? null
        const score = answer?.verdicts[place]?.score ?? null
        return answer === null || score === null ? [] : [{ found: answer.found, isWrong: score < 1 }]
      })
    const wrong = answers.filter(({ isWrong }) => isWrong)
    const count = (state: EvidenceState): number => wrong.filter(({ found }) => found === state).length
    const [all, part, none, unnamed] = evidenceStates.map(count)
    return {
      system,
      judged: answers.length,
      wrong: wrong.length,
      byEvidence: { all: all ?? 0, part: part ?? 0, none: none ?? 0, unnamed: unnamed ?? 0 },
    }
  })
}
