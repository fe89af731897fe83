import { EngramError } from '../../errors.ts'
import { lookUpRun } from '../run/look-up-run.ts'
import type { ReadRun } from '../run/read-run.ts'
import { cohensKappa, krippendorffsAlpha } from '../statistics/agreement.ts'
import { kappaInterval } from '../statistics/kappa-interval.ts'
import { type Interval, wilsonInterval } from '../statistics/wilson-interval.ts'
import { type DrawnItem, drawItems, type Label } from './grading-sample.ts'
import type { Grades } from './read-grades.ts'

/** How far a judge says what a person said. Answers that the person was unsure of don't count. */
export interface GradeAgreement {
  readonly answers: number
  readonly bothRight: number
  readonly onlyPerson: number
  readonly onlyJudge: number
  readonly bothWrong: number
  /** null where it is not defined: always the same one verdict. */
  readonly kappa: number | null
  /** 95%, by dialogues drawn again. */
  readonly kappaInterval: Interval | null
}

/** In percent; of the questions whose answer was graded right or wrong. */
export interface GradedShare {
  readonly questions: number
  readonly mean: number | null
  readonly wilson: Interval | null
}

export interface GradeReport {
  readonly file: string
  readonly graded: number
  readonly unsure: number
  readonly of: number
  readonly systems: Readonly<Record<string, GradedShare>>
  /** Of judges that say right or wrong. */
  readonly judges: Readonly<Record<string, GradeAgreement>>
}

export interface GradesReport {
  readonly graders: readonly GradeReport[]
  /** Between people, where several graded the same answers. */
  readonly between: { readonly answers: number; readonly alpha: number | null } | null
}

/** Throws `bad_file` where labels are of answers that the run does not have. */
export function compareGrades(run: ReadRun, all: readonly Grades[]): GradesReport {
  const read = all.map(grades => ({ grades, drawn: drawnFor(run, grades) }))
  const labels = read.map(({ grades }) => new Map(grades.items.map(({ id, label }) => [id, label] as const)))
  const ids = [...new Set(labels.flatMap(of => [...of].flatMap(([id, label]) => (isGraded(label) ? [id] : []))))]
  const ratings = labels.map(of => ids.map(id => (isGraded(of.get(id) ?? null) ? (of.get(id) ?? null) : null)))
  const shared = ids.filter((_, place) => ratings.filter(of => (of[place] ?? null) !== null).length > 1).length
  return {
    graders: read.map(({ grades, drawn }) => reportOf(run, grades, drawn)),
    between: all.length < 2 ? null : { answers: shared, alpha: shared === 0 ? null : krippendorffsAlpha(ratings) },
  }
}

function drawnFor(run: ReadRun, { file, seed, questions, items }: Grades): ReadonlyMap<string, DrawnItem> {
  const drawn = new Map(drawItems(run, { seed, questions }).map(one => [one.item.id, one]))
  const unknown = items.filter(({ id }) => !drawn.has(id))
  if (unknown.length > 0)
    throw new EngramError(
      'bad_file',
      `${file}: ${unknown.length} of ${items.length} labels, as ${unknown[0]?.id}, are of no answer in this run. Name the run that the sample was drawn from, as it was then.`,
      { file },
    )
  return drawn
}

type Graded = Exclude<Label, 'unsure'>
const isGraded = (label: Label | null): label is Graded => label === 'right' || label === 'wrong'

function reportOf(run: ReadRun, { file, items }: Grades, drawn: ReadonlyMap<string, DrawnItem>): GradeReport {
  const { systems, judges } = run.manifest.identity
  const graded = items.flatMap(({ id, label }) => {
    const one = drawn.get(id)
    return one === undefined || !isGraded(label) ? [] : [{ ...one, isRight: label === 'right' }]
  })
  const shares = systems.map(({ name }) => {
    const own = graded.filter(one => one.systems.includes(name))
    const right = own.filter(({ isRight }) => isRight).length
    const interval = wilsonInterval(right, own.length)
    const wilson = interval === null ? null : { low: percent(interval.low), high: percent(interval.high) }
    return [name, { questions: own.length, mean: own.length === 0 ? null : percent(right / own.length), wilson }] as const
  })
  const binary = judges.filter(({ scale }) => scale === 'binary')
  const scorer = scorerOf(run)
  const agreements = binary.flatMap(({ id: judge }) => {
    const pairs = graded.flatMap(one => {
      const score = scorer(one, judge)
      return score === null ? [] : [{ cluster: one.question.history, first: one.isRight, second: score === 1 }]
    })
    return pairs.length === 0 ? [] : [[judge, agreementOf(pairs)] as const]
  })
  return {
    file,
    graded: graded.length,
    unsure: items.filter(({ label }) => label === 'unsure').length,
    of: drawn.size,
    systems: Object.fromEntries(shares),
    judges: Object.fromEntries(agreements),
  }
}

/** What a judge said of these words, whoever said them: of all that did, the first that it judged. */
function scorerOf(run: ReadRun): (one: DrawnItem, judge: string) => number | null {
  const { verdict } = lookUpRun(run)
  return ({ question: { id }, systems }, judge) => systems.flatMap(system => verdict({ id, system, judge })?.score ?? [])[0] ?? null
}

function agreementOf(pairs: readonly { readonly cluster: string; readonly first: boolean; readonly second: boolean }[]): GradeAgreement {
  const count = (first: boolean, second: boolean): number => pairs.filter(pair => pair.first === first && pair.second === second).length
  const [people, judges] = [pairs.map(({ first }) => first), pairs.map(({ second }) => second)]
  return {
    answers: pairs.length,
    bothRight: count(true, true),
    onlyPerson: count(true, false),
    onlyJudge: count(false, true),
    bothWrong: count(false, false),
    kappa: cohensKappa(people, judges),
    kappaInterval: kappaInterval(pairs),
  }
}

const percent = (share: number): number => Math.round(10_000 * share) / 100
