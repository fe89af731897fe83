import type { ComparedRow, ComparedTable } from '../../tables/compare-table.ts'
import type { IngestTable } from '../../tables/ingest-table.ts'
import type { JudgedTable } from '../../tables/judged-table.ts'
import type { LatencyTable } from '../../tables/latency-table.ts'
import { type Html, html } from '../html.ts'
import { interval, percent, seconds, whole } from '../numbers.ts'
import type { ReportedRun } from '../reported-run.ts'
import { dataTable } from './data-table.ts'

/** The paper's tables in its own shape, ours beside them. */
export function tablesSection(runs: readonly ReportedRun[]): Html {
  const blocks = runs.map(({ name, tables, judged: tellings, latency, ingest }) => {
    const heading = runs.length > 1 ? html`<h3>${name}</h3>` : null
    return html`${heading}${tables.map(comparedTable)}${tellings.map(judgedBlock)}${latency === null ? null : latencyBlock(latency)}${ingest === null ? null : ingestBlock(ingest)}`
  })
  const isKnown = runs.some(({ tables }) => tables.length > 0)
  return html`<section id="tables"><h2>The paper's tables</h2>${isKnown ? null : html`<p>The paper has no table of this data set.</p>`}${blocks}</section>`
}

function comparedTable({ title, rows, reductions, remarks, sameQuestions }: ComparedTable): Html {
  const isStrict = rows.some(({ ours }) => ours?.strict != null)
  const less = reductions.map(
    ({ setting, ours, paper, questions }) =>
      `${setting} ${percent(ours)}% less${questions === null ? '' : ` on the same ${questions} questions`}${paper === null ? '' : ` (paper ${percent(paper)}%)`}`,
  )
  return html`<div class="block">${dataTable({
    caption: title,
    columns: [
      'Category',
      'Setting',
      'n',
      'n, paper',
      'input tokens',
      'paper',
      'a question',
      'paper',
      'reasoning tokens',
      'paper',
      'judge (%)',
      'paper',
      ...(isStrict ? ['strict judge (%)'] : []),
    ],
    heads: 2,
    rows: rows.map(row => [...cellsOf(row), ...(isStrict ? [judged(row.ours?.strict?.percent, row.ours?.strictInterval ?? null)] : [])]),
    rowClass: index => (rows[index]?.category === null ? 'total' : rows[index]?.category !== rows[index - 1]?.category ? 'first' : ''),
  })}
<p class="note">${sameQuestions ? null : 'Not the same questions as the paper: compare per question. '}${less.length === 0 ? null : `Input tokens against full context: ${less.join('; ')}. `}${remarks.filter(remark => remark.startsWith('The paper')).join(' ')}</p></div>`
}

function cellsOf({ category, setting, ours, paper, recomputed }: ComparedRow): readonly (string | Html)[] {
  const each = (row: { readonly inputTokens: number | null; readonly questions: number | null } | null): string =>
    row === null || row.inputTokens === null || row.questions === null ? 'n/a' : whole(row.inputTokens / row.questions)
  const printed = (value: number | undefined, again: number | undefined, show: (value: number) => string): string | Html => {
    if (value === undefined) return '-'
    const isOther = again !== undefined && show(again) !== show(value)
    return isOther ? html`${show(value)}<small>its rows: ${show(again)}</small>` : show(value)
  }
  return [
    category ?? 'overall',
    setting,
    whole(ours?.questions),
    paper === null ? '-' : whole(paper.questions),
    whole(ours?.inputTokens),
    printed(paper?.inputTokens, recomputed?.inputTokens, whole),
    each(ours),
    paper === null ? '-' : each(paper),
    whole(ours?.reasoningTokens),
    printed(paper?.reasoningTokens, recomputed?.reasoningTokens, whole),
    judged(ours?.judge?.percent, ours?.judgeInterval ?? null),
    printed(paper?.judge, recomputed?.judge, percent),
  ]
}

function judged(value: number | undefined, span: { readonly low: number; readonly high: number } | null): string | Html {
  return value === undefined ? 'n/a' : html`${percent(value)}${span === null ? null : html`<small>${interval(span)}</small>`}`
}

function latencyBlock({ title, rows }: LatencyTable): Html {
  const pair = (of: { readonly p50: number; readonly p95: number } | null | undefined, unknown = 'n/a'): string =>
    of == null ? unknown : `${seconds(of.p50)} / ${seconds(of.p95)}`
  return html`<div class="block">${dataTable({
    caption: `${title}: p50 / p95`,
    columns: ['System', 'answers', 'search', 'total', 'cold', 'n', 'warm', 'n', 'input cached (%)', "paper's search", "paper's total"],
    rows: rows.map(({ system, ours, paper }) => [
      system,
      whole(ours.answers),
      pair(ours.search),
      pair(ours.total),
      pair(ours.cold?.total),
      whole(ours.cold?.answers),
      pair(ours.warm?.total),
      whole(ours.warm?.answers),
      percent(ours.cached),
      paper === null ? '-' : pair(paper.search, '-'),
      paper === null ? '-' : pair(paper.total, '-'),
    ]),
  })}</div>`
}

function ingestBlock({ title, rows }: IngestTable): Html {
  return html`<div class="block">${dataTable({
    caption: title,
    columns: [
      'System',
      'dialogues',
      'turns',
      'requests',
      'input tokens',
      'output tokens',
      'seconds',
      'a question: input',
      'output',
      'seconds',
    ],
    rows: rows.map(({ system, ours, perQuestion }) => [
      system,
      ...[ours.dialogues, ours.turns, ours.calls, ours.inputTokens, ours.outputTokens].map(whole),
      seconds(ours.seconds),
      whole(perQuestion.inputTokens),
      whole(perQuestion.outputTokens),
      seconds(perQuestion.seconds),
    ]),
  })}
<p class="note">Once a dialogue, apart from what answers took, and shared among the questions that were answered. The paper leaves it out.</p></div>`
}

function judgedBlock({ title, systems, rows }: JudgedTable): Html {
  return html`<div class="block">${dataTable({
    caption: `${title} (%)`,
    columns: ['Category', 'n', ...systems],
    rows: rows.map(({ category, questions, values }) => [category.replaceAll('_', ' '), whole(questions), ...values.map(percent)]),
  })}</div>`
}
