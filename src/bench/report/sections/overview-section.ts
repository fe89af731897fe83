import type { Score } from '../../run/score-rows.ts'
import { symbol, toneOf } from '../charts/symbol.ts'
import { type Html, html } from '../html.ts'
import { interval, percent, seconds, whole } from '../numbers.ts'
import type { ReportSeries } from '../report-series.ts'
import type { ReportedRun } from '../reported-run.ts'
import { dataTable } from './data-table.ts'

/** One row a system: what it got right by each judge, and what it took. */
export function overviewSection(runs: readonly ReportedRun[], judge: string | null): Html {
  const series = runs.flatMap(({ series: own }) => own)
  const judges = [...new Set(runs.flatMap(({ run }) => run.manifest.identity.judges.map(({ id }) => id)))].filter(id =>
    series.some(({ scores }) => (scores[id]?.all.questions ?? 0) > 0),
  )
  const ordered = judge === null ? judges : [judge, ...judges.filter(id => id !== judge)].filter(id => judges.includes(id))
  const rows = series.map((one, place) => [
    html`<span class="series ${toneOf(place)}"><svg viewBox="-8 -8 16 16" aria-hidden="true">${symbol(place, 0, 0)}</svg>${one.label}</span>`,
    html`${one.answered}<small>of ${one.questions}</small>${guardNotes(one)}`,
    ...ordered.map(id => scoreCell(one.scores[id]?.all ?? null)),
    whole(one.perQuestion.input),
    reductionCell(one),
    whole(one.perQuestion.reasoning),
    latencyCell(one),
  ])
  const remarks = [
    ...new Set(runs.flatMap(({ name, measured }) => measured.remarks.map(remark => (runs.length > 1 ? `${name}: ${remark}` : remark)))),
  ]
  return html`<section id="overview"><h2>Overview</h2>
${dataTable({
  caption: 'What each system got right and what it took',
  columns: [
    'System',
    'answered',
    ...ordered.map(id => `${id} (%)`),
    'input tokens a question',
    'less than full context',
    'reasoning tokens a question',
    'p50 in seconds, cold / warm',
  ],
  rows,
})}
<p class="note">Below a share: Wilson's 95% interval, which takes each question by itself, then the one by dialogues drawn again, which is wider where questions about one dialogue fall together and says nothing where all got the same verdict. Of a judge that gives parts of a point only the second. Savings are counted on the questions that both answered; a minus says that it took more. Categories that totals leave out are not in here.</p>
${remarks.length === 0 ? null : html`<ul class="remarks">${remarks.map(remark => html`<li>${remark}</li>`)}</ul>`}
</section>`
}

function scoreCell(score: Score | null): Html {
  if (score === null || score.mean === null) return html`n/a`
  const spans = [score.wilson, score.bootstrap].filter(span => span !== null).map(span => html`<small>${interval(span)}</small>`)
  const unjudged = score.unjudged > 0 ? html`<small>${score.unjudged} not judged</small>` : null
  return html`<span class="share">${percent(score.mean)}</span>${spans}<small>n = ${score.questions}</small>${unjudged}`
}

function reductionCell({ system, reduction }: ReportSeries): Html {
  if (system === 'full-context') return html`-`
  if (reduction === null) return html`n/a`
  return html`${percent(reduction.percent)}%<small>n = ${reduction.questions}</small>`
}

function latencyCell({ latency: { cold, warm, total } }: ReportSeries): Html {
  if (cold === null && warm === null) return total === null ? html`n/a` : html`${seconds(total.p50)}<small>not told apart</small>`
  return html`${seconds(cold?.total.p50)} / ${seconds(warm?.total.p50)}<small>n = ${cold?.answers ?? 0} / ${warm?.answers ?? 0}</small>`
}

/** What to look at before a system's answers are believed; nothing where there is nothing. */
function guardNotes({ guards }: ReportSeries): readonly Html[] {
  if (guards === null) return []
  const { cutReplies, empty, cutPrompts } = guards
  const notes = [
    [cutReplies, 'cut short'],
    [empty, 'empty'],
    [cutPrompts, 'prompts cut'],
  ] as const
  return notes.flatMap(([count, what]) => (count === 0 ? [] : [html`<small>${count} ${what}</small>`]))
}
