import type { Interval } from '../statistics/wilson-interval.ts'
import type { ComparedRow, ComparedTable } from './compare-table.ts'
import type { JudgedShare } from './measured.ts'

const columns = [
  'Category',
  'Setting',
  'n',
  'Input tokens',
  'paper',
  'per question',
  'paper',
  'Reasoning tokens',
  'paper',
  'LLM judge (%)',
  'paper',
]

/** What is not known is n/a, never 0; a dash stands where the paper has no such row. */
export function tableMarkdown({ title, rows, reductions, remarks }: ComparedTable): string {
  const reduced = reductions.map(({ setting, ours, paper, questions }) => {
    const notes = [...(questions === null ? [] : [`${questions} questions`]), ...(paper === null ? [] : [`paper ${less(paper)}`])]
    return `${setting} ${less(ours)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
  })
  const isStrict = rows.some(({ ours }) => ours?.strict != null)
  const heads = isStrict ? [...columns, 'strict judge (%)'] : columns
  const rule = heads.map((_, index) => (index < 2 ? ' --- |' : ' ---: |')).join('')
  const lines = rows.map(row => [...cellsOf(row), ...(isStrict ? [judged(row.ours?.strict, row.ours?.strictInterval)] : [])])
  const table = [`| ${heads.join(' | ')} |`, `|${rule}`, ...lines.map(cells => `| ${cells.join(' | ')} |`)].join('\n')
  const saved = reduced.length === 0 ? [] : [`Input tokens against full context, on the same questions: ${reduced.join(', ')}.`]
  return [`### ${title}`, table, ...remarks, ...saved].join('\n\n')
}

function cellsOf({ category, setting, ours, paper, recomputed }: ComparedRow): readonly string[] {
  const each = (row: { readonly inputTokens: number | null; readonly questions: number | null } | null): number | null =>
    row === null || row.inputTokens === null || row.questions === null ? null : Math.round(row.inputTokens / row.questions)
  const printed = (value: number | undefined, again: number | undefined, show: (value: number) => string): string => {
    if (value === undefined) return '-'
    const other = again === undefined ? show(value) : show(again)
    return other === show(value) ? show(value) : `${show(value)} (rows: ${other})`
  }
  return [
    category ?? 'overall',
    setting,
    whole(ours?.questions),
    whole(ours?.inputTokens),
    printed(paper?.inputTokens, recomputed?.inputTokens, whole),
    whole(each(ours)),
    paper === null ? '-' : whole(each(paper)),
    whole(ours?.reasoningTokens),
    printed(paper?.reasoningTokens, recomputed?.reasoningTokens, whole),
    judged(ours?.judge, ours?.judgeInterval),
    printed(paper?.judge, recomputed?.judge, value => value.toFixed(1)),
  ]
}

const less = (percent: number): string => `${percent < 0 ? '+' : '-'}${Math.abs(percent).toFixed(1)}%`

function whole(value: number | null | undefined): string {
  return value == null ? 'n/a' : value.toLocaleString('en-US')
}

function judged(share: JudgedShare | null | undefined, interval: Interval | null | undefined): string {
  if (share == null) return 'n/a'
  return `${share.percent.toFixed(1)}${interval == null ? '' : ` [${interval.low.toFixed(1)}, ${interval.high.toFixed(1)}]`}`
}
