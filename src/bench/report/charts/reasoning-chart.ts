import { type Html, html } from '../html.ts'
import { whole } from '../numbers.ts'
import type { ReportSeries } from '../report-series.ts'
import { bottomAxis, linearScale, type Plot } from './axis.ts'
import { figure, figureWidth, shortened } from './figure.ts'
import { round, toneOf } from './symbol.ts'

const rowHeight = 30

/** Null where no server told any. */
export function reasoningChart(series: readonly ReportSeries[]): Html | null {
  const most = Math.max(0, ...series.map(({ perQuestion }) => perQuestion.reasoning ?? 0))
  if (most === 0) return null
  const plot: Plot = { left: 140, right: figureWidth - 56, top: 6, bottom: 10 + rowHeight * series.length }
  const x = linearScale([0, most], [plot.left, plot.right])
  const rows = series.map(({ label, perQuestion: { reasoning } }, place) => {
    const y = plot.top + rowHeight * place
    const bar =
      reasoning === null
        ? null
        : html`<rect class="fill ${toneOf(place)}" x="${plot.left}" y="${y + 5}" width="${round(x(reasoning) - plot.left)}" height="${rowHeight - 10}" rx="2"/>`
    const end = reasoning === null ? plot.left : x(reasoning)
    return html`<g><text class="name" x="0" y="${y + rowHeight / 2 + 4}">${shortened(label)}</text>${bar}<text class="name" x="${round(end + 8)}" y="${y + rowHeight / 2 + 4}">${whole(reasoning)}</text></g>`
  })
  const categories = [...new Set(series.flatMap(({ reasoningByCategory }) => Object.keys(reasoningByCategory)))]
  return figure({
    id: 'reasoning',
    title: 'Reasoning tokens a question',
    caption:
      'The mean over answered questions, as the server told it or as counted from its reasoning text; n/a where it told neither of some answer.',
    height: plot.bottom + 44,
    drawing: [bottomAxis(x, plot, { title: 'reasoning tokens a question', show: whole }), ...rows],
    legend: [],
    columns: ['System', 'all', ...categories],
    rows: series.map(({ label, perQuestion, reasoningByCategory }) => [
      label,
      whole(perQuestion.reasoning),
      ...categories.map(category => whole(reasoningByCategory[category])),
    ]),
  })
}
