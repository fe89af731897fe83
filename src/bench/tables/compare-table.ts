import { type Interval, wilsonInterval } from '../statistics/wilson-interval.ts'
import type { JudgedShare, Measured, MeasuredRow } from './measured.ts'
import { type PaperRow, type PaperTable, recomputed, systemOf } from './paper-numbers.ts'

export interface OurRow extends MeasuredRow {
  /** Of the judges' shares, 95%, in points; null where nothing was judged. */
  readonly judgeInterval: Interval | null
  readonly strictInterval: Interval | null
}

export interface ComparedRow {
  /** Null: all of them together. */
  readonly category: string | null
  readonly setting: string
  readonly ours: OurRow | null
  /** Null in the rows of systems that the paper does not have. */
  readonly paper: (PaperRow & { readonly questions: number | null }) | null
  /** The paper's last line from its own rows, where it prints one. */
  readonly recomputed: PaperRow | null
}

export interface SettingReduction {
  readonly setting: string
  readonly ours: number
  readonly paper: number | null
  /** Those that both answered; null where that is not known, as of totals. */
  readonly questions: number | null
}

export interface ComparedTable {
  readonly title: string
  readonly rows: readonly ComparedRow[]
  /** Of input tokens against full context on the same questions, in percent. */
  readonly reductions: readonly SettingReduction[]
  /** Totals can be compared: the same number of questions in every category, of the same part. */
  readonly sameQuestions: boolean
  readonly remarks: readonly string[]
}

const baseline = 'Full-Context'
const added = 'default'

/**
 * A table of the paper in its own shape, ours beside it: rows by category, then setting; our default preset added where there is
 * a baseline to hold it against. Pure.
 */
export function compareTable(table: PaperTable, measured: Measured): ComparedTable {
  const categories = Object.keys(table.questions)
  const isMacro = table.overall === 'categories'
  const ours = (system: string, category: string | null): OurRow | null =>
    withInterval(category === null ? total(measured, system, { categories, isMacro }) : (measured.systems[system]?.[category] ?? null))
  const questions = sumOf(Object.values(table.questions))
  const hasBaseline = table.settings.some(({ setting }) => setting === baseline)
  const rows = [...categories, null].flatMap((category): readonly ComparedRow[] => [
    ...table.settings.map(setting => {
      const printed = category === null ? setting.overall : setting.rows[category]
      const count = category === null ? questions : (table.questions[category] ?? null)
      return {
        category,
        setting: setting.setting,
        ours: ours(systemOf[setting.setting] ?? '', category),
        paper: printed === undefined ? null : { ...printed, questions: count },
        recomputed: category === null ? recomputed(setting, table) : null,
      }
    }),
    ...(hasBaseline ? [{ category, setting: added, ours: ours(added, category), paper: null, recomputed: null }] : []),
  ])
  const sameQuestions = rows.every(
    row => row.ours === null || row.paper === null || row.paper.questions === null || row.ours.questions === row.paper.questions,
  )
  const isPart = table.dataset !== 'longmemeval' || measured.split.startsWith('S')
  return {
    title: table.title,
    rows,
    reductions: reductionsIn(rows, measured),
    sameQuestions: sameQuestions && isPart && questions !== null,
    remarks: [
      ...measured.remarks,
      ...(sameQuestions ? [] : [`Not the paper's questions: ${countOf(rows)} of its ${questions}. Compare per question.`]),
      ...(questions === null ? ['The paper does not say how many questions it asked: its totals are of another number of them.'] : []),
      ...(isMacro ? ["The judge's last line counts each category the same, as the printed one does."] : []),
      ...(isPart ? [] : [`The paper measured LongMemEval_S, this is ${measured.split}.`]),
    ],
  }
}

interface Totalled {
  readonly categories: readonly string[]
  /** Categories count the same, however many questions they have. */
  readonly isMacro: boolean
}

function total(measured: Measured, system: string, { categories, isMacro }: Totalled): MeasuredRow | null {
  const rows = categories.flatMap(category => measured.systems[system]?.[category] ?? [])
  if (rows.length === 0) return null
  const questions = rows.reduce((all, row) => all + row.questions, 0)
  /** Unknown where one part is. */
  const sum = (of: (row: MeasuredRow) => number | null): number | null =>
    rows.reduce((all: number | null, row) => {
      const value = of(row)
      return all === null || value === null ? null : all + value
    }, 0)
  return {
    questions,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    reasoningTokens: sum(({ reasoningTokens }) => reasoningTokens),
    judge: together(
      rows.map(({ judge }) => judge),
      isMacro,
    ),
    strict: together(
      rows.map(({ strict }) => strict),
      isMacro,
    ),
  }
}

function together(shares: readonly (JudgedShare | null)[], isMacro: boolean): JudgedShare | null {
  const known = shares.filter(share => share !== null)
  if (known.length < shares.length) return null
  const questions = known.reduce((sum, share) => sum + share.questions, 0)
  const weight = (share: JudgedShare): number => (isMacro ? 1 / known.length : share.questions / questions)
  const graded = known.some(share => share.graded)
  return { percent: known.reduce((sum, share) => sum + share.percent * weight(share), 0), questions, ...(graded && { graded }) }
}

function withInterval(row: MeasuredRow | null): OurRow | null {
  if (row === null) return null
  return { ...row, judgeInterval: intervalOf(row.judge), strictInterval: intervalOf(row.strict) }
}

function intervalOf(share: JudgedShare | null): Interval | null {
  const interval = share === null || share.graded ? null : wilsonInterval((share.percent / 100) * share.questions, share.questions)
  return interval === null ? null : { low: 100 * interval.low, high: 100 * interval.high }
}

function reductionsIn(rows: readonly ComparedRow[], { reductions }: Measured): readonly SettingReduction[] {
  const overall = rows.filter(({ category }) => category === null)
  const full = overall.find(({ setting }) => setting === baseline)
  return overall.flatMap(({ setting, ours, paper }) => {
    const paired = reductions?.[systemOf[setting] ?? setting]
    const mine = reductions === null ? reduction(ours?.inputTokens, full?.ours?.inputTokens) : (paired?.percent ?? null)
    if (setting === baseline || mine === null) return []
    const printed = reduction(paper?.inputTokens, full?.paper?.inputTokens)
    return [{ setting, ours: mine, paper: printed, questions: paired?.questions ?? null }]
  })
}

function reduction(tokens: number | null | undefined, baseline: number | null | undefined): number | null {
  return tokens == null || baseline == null || baseline === 0 ? null : 100 * (1 - tokens / baseline)
}

const countOf = (rows: readonly ComparedRow[]): number => Math.max(0, ...rows.map(({ ours }) => ours?.questions ?? 0))

/** null where one is not known. */
function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum: number | null, count) => (sum === null || count === null ? null : sum + count), 0)
}
