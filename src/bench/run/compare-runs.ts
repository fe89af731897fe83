import { EngramError } from '../../errors.ts'
import { bootstrapMean } from '../statistics/bootstrap-mean.ts'
import { type McNemar, mcNemar } from '../statistics/mcnemar.ts'
import type { Interval } from '../statistics/wilson-interval.ts'
import { answerHash, answerKey, latestAnswers, latestVerdicts, verdictKey } from './latest-rows.ts'
import type { ReadRun } from './read-run.ts'
import type { QuestionRow } from './run-rows.ts'

export interface Flip {
  readonly id: string
  readonly category: string
  readonly first: number
  readonly second: number
}

/** Two systems on the same questions by the same judge. */
export interface Comparison {
  readonly first: string
  readonly second: string
  readonly judge: string
  /** That both have a score for, without those that totals leave out. */
  readonly questions: number
  /** Percent. */
  readonly firstMean: number
  readonly secondMean: number
  /** Second less first, in points, with the 95% interval of the paired bootstrap by dialogues. */
  readonly difference: Interval & { readonly mean: number }
  /** The exact test; null for a judge with scores between 0 and 1. */
  readonly mcNemar: McNemar | null
  /** Questions on which they differ. */
  readonly flips: readonly Flip[]
}

export interface RunComparison {
  readonly comparisons: readonly Comparison[]
  readonly remarks: readonly string[]
}

/** `systems`: which of the first run against which of the second; null for all that both have, each against itself. Throws `bad_input` where nothing is the same. */
export function compareRuns(first: ReadRun, second: ReadRun, systems: readonly [string, string] | null): RunComparison {
  const others = new Map(second.questions.rows.map(row => [row.id, row]))
  const common = first.questions.rows.filter(row => others.has(row.id))
  const changed = common.filter(row => JSON.stringify(row) !== JSON.stringify(others.get(row.id)))
  if (changed.length > 0) throw incomparable(`${changed.length} questions, as ${changed[0]?.id}, have the same id and are not the same`)
  if (common.length === 0) throw incomparable('they have no question in common')
  const names = (run: ReadRun): readonly string[] => run.manifest.identity.systems.map(({ name }) => name)
  const pairs = systems === null ? names(first).flatMap(name => (names(second).includes(name) ? [[name, name] as const] : [])) : [systems]
  const unknown = pairs.find(([one, other]) => !names(first).includes(one) || !names(second).includes(other))
  if (unknown !== undefined || pairs.length === 0) throw incomparable('they have no such systems; name one of each with --systems')
  const judges = first.manifest.identity.judges.filter(({ id }) => second.manifest.identity.judges.some(judge => judge.id === id))
  const apart = new Set(first.manifest.identity.apart)
  const counted = common.filter(({ category }) => !apart.has(category))
  const comparisons = pairs.flatMap(([one, other]) =>
    judges.flatMap(({ id, scale }) => {
      const scores = scoresOf(
        counted,
        [
          [first, one],
          [second, other],
        ],
        id,
      )
      return scores.length === 0 ? [] : [compare(scores, { first: one, second: other, judge: id, isBinary: scale === 'binary' })]
    }),
  )
  const left = (run: ReadRun): number => run.questions.rows.length - common.length
  const remarks = [
    ...(left(first) + left(second) > 0
      ? [`Only the ${common.length} questions that both have; ${left(first)} and ${left(second)} are left out.`]
      : []),
    ...(first.manifest.identity.judging?.model === second.manifest.identity.judging?.model
      ? []
      : ['Not the same model judged: differences may be those of the judges.']),
  ]
  return { comparisons, remarks }
}

interface Paired {
  readonly question: QuestionRow
  readonly first: number
  readonly second: number
}

function scoresOf(questions: readonly QuestionRow[], sides: readonly [Side, Side], judge: string): readonly Paired[] {
  const [first, second] = sides.map(side => scorer(side, judge))
  return questions.flatMap(question => {
    const [one, other] = [first?.(question.id) ?? null, second?.(question.id) ?? null]
    return one === null || other === null ? [] : [{ question, first: one, second: other }]
  })
}

type Side = readonly [run: ReadRun, system: string]

function scorer([run, system]: Side, judge: string): (id: string) => number | null {
  const answers = latestAnswers(run.answers.rows)
  const verdicts = latestVerdicts(run.verdicts.rows)
  return id => {
    const answer = answers.get(answerKey({ id, system }))?.answer
    const verdict = verdicts.get(verdictKey({ id, system, judge }))
    return answer != null && verdict?.answer === answerHash(answer) ? verdict.score : null
  }
}

interface ComparedNames extends Pick<Comparison, 'first' | 'second' | 'judge'> {
  readonly isBinary: boolean
}

function compare(pairs: readonly Paired[], { isBinary, ...names }: ComparedNames): Comparison {
  const mean = (side: 'first' | 'second'): number => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length
  const drawn = bootstrapMean(pairs.map(({ question, first, second }) => ({ cluster: question.history, value: second - first })))
  const { mean: difference, low, high } = drawn ?? { mean: 0, low: 0, high: 0 }
  return {
    ...names,
    questions: pairs.length,
    firstMean: points(mean('first')),
    secondMean: points(mean('second')),
    difference: { mean: points(difference), low: points(low), high: points(high) },
    mcNemar: isBinary ? mcNemar(pairs.map(({ first, second }) => ({ first: first === 1, second: second === 1 }))) : null,
    flips: pairs
      .filter(({ first, second }) => first !== second)
      .map(({ question: { id, category }, first, second }) => ({ id, category, first, second })),
  }
}

const points = (share: number): number => Math.round(10_000 * share) / 100

function incomparable(why: string): EngramError {
  return new EngramError('bad_input', `The runs can't be compared: ${why}.`, { field: 'run' })
}
