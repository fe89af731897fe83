import { EngramError } from '../../errors.ts'
import { cohensKappa, krippendorffsAlpha } from '../statistics/agreement.ts'
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

/** How far two judges agree beyond chance, on answers that are the same word for word. */
export interface Agreement {
  readonly answers: number
  /** null where they are not defined: always the same one verdict. */
  readonly kappa: number | null
  readonly alpha: number | null
}

/** Two systems on the same questions, by the same judge or by two. */
export interface Comparison {
  readonly first: string
  readonly second: string
  readonly judges: readonly [first: string, second: string]
  /** That both have a score for, without those that totals leave out. */
  readonly questions: number
  /** Percent. */
  readonly firstMean: number
  readonly secondMean: number
  /** Second less first, in points, with the 95% interval of the paired bootstrap by dialogues. */
  readonly difference: Interval & { readonly mean: number }
  /** The exact test; null for a judge with scores between 0 and 1. */
  readonly mcNemar: McNemar | null
  /** null where no answers are the same, or scores lie between 0 and 1. */
  readonly agreement: Agreement | null
  /** Questions on which they differ. */
  readonly flips: readonly Flip[]
}

export interface RunComparison {
  readonly comparisons: readonly Comparison[]
  readonly remarks: readonly string[]
}

export interface ComparePairs {
  /** Which of the first run against which of the second; null for all that both have, each against itself. */
  readonly systems: readonly [string, string] | null
  /** The same of judges, by id or by name without the version. */
  readonly judges: readonly [string, string] | null
}

/** Throws `bad_input` where nothing is the same. */
export function compareRuns(first: ReadRun, second: ReadRun, { systems, judges }: ComparePairs): RunComparison {
  const others = new Map(second.questions.rows.map(row => [row.id, row]))
  const common = first.questions.rows.filter(row => others.has(row.id))
  const changed = common.filter(row => JSON.stringify(row) !== JSON.stringify(others.get(row.id)))
  if (changed.length > 0) throw incomparable(`${changed.length} questions, as ${changed[0]?.id}, have the same id and are not the same`)
  if (common.length === 0) throw incomparable('they have no question in common')
  const names = (run: ReadRun): readonly string[] => run.manifest.identity.systems.map(({ name }) => name)
  const pairs = systems === null ? names(first).flatMap(name => (names(second).includes(name) ? [[name, name] as const] : [])) : [systems]
  const unknown = pairs.find(([one, other]) => !names(first).includes(one) || !names(second).includes(other))
  if (unknown !== undefined || pairs.length === 0) throw incomparable('they have no such systems; name one of each with --systems')
  const judgePairs = pairJudges(first, second, judges)
  if (judgePairs.length === 0) throw incomparable('they have no such judges; name one of each with --judges')
  const apart = new Set(first.manifest.identity.apart)
  const counted = common.filter(({ category }) => !apart.has(category))
  const comparisons = pairs.flatMap(([one, other]) =>
    judgePairs.flatMap(([judge, otherJudge]) => {
      const scorers = { first: scorer(first, one, judge.id), second: scorer(second, other, otherJudge.id) }
      const scores = scoresOf(counted, scorers)
      const isBinary = judge.scale === 'binary' && otherJudge.scale === 'binary'
      return scores.length === 0 ? [] : [compare(scores, { first: one, second: other, judges: [judge.id, otherJudge.id], isBinary })]
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

type JudgeName = ReadRun['manifest']['identity']['judges'][number]

function pairJudges(first: ReadRun, second: ReadRun, named: ComparePairs['judges']): readonly (readonly [JudgeName, JudgeName])[] {
  const [own, others] = [first, second].map(({ manifest }) => manifest.identity.judges)
  const find = (judges: readonly JudgeName[] = [], name: string): readonly JudgeName[] =>
    judges.filter(({ id }) => id === name || id.startsWith(`${name}/`)).slice(0, 1)
  const wanted = named === null ? (own ?? []).map(({ id }) => [id, id] as const) : [named]
  return wanted.flatMap(([one, other]) => find(own, one).flatMap(left => find(others, other).map(right => [left, right] as const)))
}

interface Paired {
  readonly question: QuestionRow
  readonly first: number
  readonly second: number
  /** Both judged the same words. */
  readonly isSameAnswer: boolean
}

interface Scored {
  readonly score: number
  readonly answer: string
}
type Scorer = (id: string) => Scored | null

function scoresOf(questions: readonly QuestionRow[], { first, second }: Readonly<Record<'first' | 'second', Scorer>>): readonly Paired[] {
  return questions.flatMap(question => {
    const [one, other] = [first(question.id), second(question.id)]
    if (one === null || other === null) return []
    return [{ question, first: one.score, second: other.score, isSameAnswer: one.answer === other.answer }]
  })
}

function scorer(run: ReadRun, system: string, judge: string): Scorer {
  const answers = latestAnswers(run.answers.rows)
  const verdicts = latestVerdicts(run.verdicts.rows)
  return id => {
    const answer = answers.get(answerKey({ id, system }))?.answer ?? null
    const verdict = verdicts.get(verdictKey({ id, system, judge }))
    if (answer === null || verdict === undefined || verdict.score === null || verdict.answer !== answerHash(answer)) return null
    return { score: verdict.score, answer }
  }
}

function agreementOf(pairs: readonly Paired[]): Agreement | null {
  const same = pairs.filter(({ isSameAnswer }) => isSameAnswer)
  const [first, second] = [same.map(pair => pair.first), same.map(pair => pair.second)]
  return same.length === 0 ? null : { answers: same.length, kappa: cohensKappa(first, second), alpha: krippendorffsAlpha([first, second]) }
}

interface ComparedNames extends Pick<Comparison, 'first' | 'second' | 'judges'> {
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
    agreement: isBinary ? agreementOf(pairs) : null,
    flips: pairs
      .filter(({ first, second }) => first !== second)
      .map(({ question: { id, category }, first, second }) => ({ id, category, first, second })),
  }
}

const points = (share: number): number => Math.round(10_000 * share) / 100

function incomparable(why: string): EngramError {
  return new EngramError('bad_input', `The runs can't be compared: ${why}.`, { field: 'run' })
}
