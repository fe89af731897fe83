import type { ComparedRow, ComparedTable } from './compare-table.ts'

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
  const reduced = reductions.map(
    ({ setting, ours, paper }) => `${setting} -${ours.toFixed(1)}%${paper === null ? '' : ` (paper -${paper.toFixed(1)}%)`}`,
  )
  const rule = columns.map((_, index) => (index < 2 ? ' --- |' : ' ---: |')).join('')
  const table = [`| ${columns.join(' | ')} |`, `|${rule}`, ...rows.map(line)].join('\n')
  const saved = reduced.length === 0 ? [] : [`Input tokens against full context, on the same questions: ${reduced.join(', ')}.`]
  return [`### ${title}`, table, ...remarks, ...saved].join('\n\n')
}

function line({ category, setting, ours, paper, recomputed }: ComparedRow): string {
  const each = (row: { readonly inputTokens: number | null; readonly questions: number } | null): number | null =>
    row === null || row.inputTokens === null ? null : Math.round(row.inputTokens / row.questions)
  const printed = (value: number | undefined, again: number | undefined, show: (value: number) => string): string => {
    if (value === undefined) return '-'
    const other = again === undefined ? show(value) : show(again)
    return other === show(value) ? show(value) : `${show(value)} (rows: ${other})`
  }
  const cells = [
    category ?? 'overall',
    setting,
    whole(ours?.questions),
    whole(ours?.inputTokens),
    printed(paper?.inputTokens, recomputed?.inputTokens, whole),
    whole(each(ours)),
    paper === null ? '-' : whole(each(paper)),
    whole(ours?.reasoningTokens),
    printed(paper?.reasoningTokens, recomputed?.reasoningTokens, whole),
    judged(ours),
    printed(paper?.judge, recomputed?.judge, value => value.toFixed(1)),
  ]
  return `| ${cells.join(' | ')} |`
}

function whole(value: number | null | undefined): string {
  return value == null ? 'n/a' : value.toLocaleString('en-US')
}

function judged(ours: ComparedRow['ours']): string {
  if (ours?.judge == null) return 'n/a'
  const { judgeInterval: interval } = ours
  return `${ours.judge.toFixed(1)}${interval === null ? '' : ` [${interval.low.toFixed(1)}, ${interval.high.toFixed(1)}]`}`
}
