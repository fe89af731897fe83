import type { JudgeScale } from '../judges/judge.ts'
import { flipRate } from '../statistics/agreement.ts'
import type { QuestionRow, VerdictRow } from './run-rows.ts'
import { percent, type Score, scoreOf } from './score-rows.ts'

/** Percent over the questions that have such a number; null of none. */
export interface PlainMean {
  readonly questions: number
  readonly mean: number | null
}

/** What several verdicts of one judge on the same words say of it, in percent; of the questions that all its runs have a score for. */
export interface JudgeRuns {
  readonly questions: number
  /** Of each run. */
  readonly means: readonly number[]
  readonly mean: number
  /** Of the runs' means, as those of a whole population (divided by the number of runs). */
  readonly populationDeviation: number
  /** Questions that more than half of the runs call right; null for a judge with scores between 0 and 1. */
  readonly majority: number | null
  /** Questions on which not all runs say the same. */
  readonly flipRate: number
}

/** What a judge says of a system. In percent; of the first run where there are several. */
export interface JudgeReport {
  readonly all: Score
  readonly byCategory: Readonly<Record<string, Score>>
  /** The mean of the categories' means, each counting the same; null where one has none. */
  readonly macro: number | null
  /** Of the questions that have no answer, which are in the others too; null where there are none. */
  readonly abstention: Score | null
  /** What else its replies say, by name, over all that counts and by category. */
  readonly more: Readonly<Record<string, PlainMean & { readonly byCategory: Readonly<Record<string, PlainMean>> }>>
  /** null where each answer was judged once. */
  readonly runs: JudgeRuns | null
  /** With an audit of the key: the score without the questions whose answer it finds wrong, and with its answers in their place. */
  readonly audit: { readonly changed: number; readonly without: Score; readonly corrected: Score } | null
}

/** The verdicts of one judge on the answer of one system. */
export interface JudgedQuestion {
  readonly question: QuestionRow
  /** By the published key, the first run first. */
  readonly runs: readonly Judged[]
  /** By the audit's, of the first run; null where it is not judged by it. */
  readonly audited: Judged | null
}
export type Judged = Pick<VerdictRow, 'score' | 'more'>

export interface JudgeShape {
  readonly scale: JudgeScale
  /** Categories that totals leave out. */
  readonly apart: readonly string[]
  readonly hasAudit: boolean
}

export function summarizeJudge(judged: readonly JudgedQuestion[], { scale, apart, hasAudit }: JudgeShape): JudgeReport {
  const score = (of: readonly JudgedQuestion[], pick = first): Score =>
    scoreOf(
      of.flatMap(one => {
        const verdict = pick(one)
        return verdict === null ? [] : [{ history: one.question.history, score: verdict.score }]
      }),
      scale,
    )
  const counted = judged.filter(({ question }) => !apart.includes(question.category))
  const byCategory = Object.fromEntries([...byCategoryOf(judged)].map(([name, of]) => [name, score(of)] as const))
  const abstaining = counted.filter(({ question }) => question.abstains)
  const isWrong = ({ question }: JudgedQuestion): boolean => question.audit?.affectsAnswer === true
  return {
    all: score(counted),
    byCategory,
    macro: macroOf(Object.entries(byCategory).flatMap(([name, { mean }]) => (apart.includes(name) ? [] : [mean]))),
    abstention: abstaining.length === 0 ? null : score(abstaining),
    more: moreOf(counted),
    runs: runsOf(counted, scale),
    audit: hasAudit
      ? {
          changed: counted.filter(isWrong).length,
          without: score(counted.filter(one => !isWrong(one))),
          corrected: score(counted, one => (isWrong(one) ? one.audited : first(one))),
        }
      : null,
  }
}

const first = ({ runs }: JudgedQuestion): Judged | null => runs[0] ?? null
const byCategoryOf = (judged: readonly JudgedQuestion[]): Map<string, JudgedQuestion[]> =>
  Map.groupBy(judged, ({ question }) => question.category)

function macroOf(means: readonly (number | null)[]): number | null {
  const known = means.filter(mean => mean !== null)
  if (known.length === 0 || known.length < means.length) return null
  return Math.round((100 * known.reduce((sum, mean) => sum + mean, 0)) / known.length) / 100
}

function moreOf(judged: readonly JudgedQuestion[]): JudgeReport['more'] {
  const names = [...new Set(judged.flatMap(one => Object.keys(first(one)?.more ?? {})))]
  const mean = (of: readonly JudgedQuestion[], name: string): PlainMean => {
    const values = of.flatMap(one => first(one)?.more[name] ?? [])
    return { questions: values.length, mean: values.length === 0 ? null : percent(meanOf(values)) }
  }
  return Object.fromEntries(
    names.map(name => {
      const byCategory = [...byCategoryOf(judged)].map(([category, of]) => [category, mean(of, name)] as const)
      return [name, { ...mean(judged, name), byCategory: Object.fromEntries(byCategory.filter(([, { questions }]) => questions > 0)) }]
    }),
  )
}

function runsOf(judged: readonly JudgedQuestion[], scale: JudgeScale): JudgeRuns | null {
  const runs = Math.max(0, ...judged.map(one => one.runs.length))
  const scores = judged.map(one => one.runs.flatMap(({ score }) => score ?? [])).filter(of => of.length === runs)
  if (runs < 2 || scores.length === 0) return null
  const byRun = Array.from({ length: runs }, (_, run) => scores.map(of => of[run] ?? 0))
  const means = byRun.map(meanOf)
  const mean = meanOf(means)
  const right = scores.filter(of => of.filter(score => score === 1).length > runs / 2).length
  return {
    questions: scores.length,
    means: means.map(percent),
    mean: percent(mean),
    populationDeviation: percent(Math.sqrt(meanOf(means.map(value => (value - mean) ** 2)))),
    majority: scale === 'binary' ? percent(right / scores.length) : null,
    flipRate: percent(flipRate(byRun) ?? 0),
  }
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
