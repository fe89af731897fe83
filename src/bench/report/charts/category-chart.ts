import { type Html, html } from '../html.ts'
import { interval, percent } from '../numbers.ts'
import type { ReportSeries } from '../report-series.ts'
import { bottomAxis, linearScale, type Plot } from './axis.ts'
import { figure, figureWidth } from './figure.ts'
import { round, symbol, toneOf } from './symbol.ts'

const rowHeight = 15
const gap = 18
const left = 150

/** One dot a system with its interval, by category. Null where the judge scored nothing. */
export function categoryChart(series: readonly ReportSeries[], { judge }: { readonly judge: string }): Html | null {
  const categories = [...new Set(series.flatMap(({ scores }) => Object.keys(scores[judge]?.byCategory ?? {})))]
  if (categories.length === 0) return null
  const block = rowHeight * series.length + gap
  const plot: Plot = { left, right: figureWidth - 14, top: 6, bottom: 6 + block * categories.length }
  const x = linearScale([0, 100], [plot.left, plot.right])
  const scoreOf = (category: string, { scores }: ReportSeries) => scores[judge]?.byCategory[category] ?? null
  const blocks = categories.map((category, index) => {
    const top = plot.top + index * block
    const questions = Math.max(0, ...series.map(one => scoreOf(category, one)?.questions ?? 0))
    const dots = series.map((one, place) => {
      const score = scoreOf(category, one)
      const y = top + gap / 2 + rowHeight * (place + 0.5)
      if (score === null || score.mean === null) return html`<text class="tick" x="${plot.left + 4}" y="${y + 4}">n/a</text>`
      const { low, high } = score.wilson ?? score.bootstrap ?? { low: score.mean, high: score.mean }
      return html`<line class="whisker ${toneOf(place)}" x1="${round(x(low))}" x2="${round(x(high))}" y1="${y}" y2="${y}"/>${symbol(place, x(score.mean), y)}`
    })
    return html`<g>${index === 0 ? null : html`<line class="rule" x1="0" x2="${plot.right}" y1="${top}" y2="${top}"/>`}<text class="name" x="0" y="${top + block / 2}">${category.replaceAll('_', ' ')}</text><text class="tick" x="0" y="${top + block / 2 + 16}">n = ${questions}</text>${dots}</g>`
  })
  return figure({
    id: 'categories',
    title: 'Accuracy by category',
    caption: `Share right by ${judge}, with Wilson's 95% interval, which takes each question by itself.`,
    height: plot.bottom + 44,
    drawing: [bottomAxis(x, plot, { title: 'right (%)', show: String }), ...blocks],
    legend: series.map(({ label }, place) => ({ name: label, place })),
    columns: ['Category', 'System', 'n', 'right (%)', '95%'],
    rows: categories.flatMap(category =>
      series.map(one => {
        const score = scoreOf(category, one)
        return [category, one.label, String(score?.questions ?? 'n/a'), percent(score?.mean), interval(score?.wilson ?? score?.bootstrap)]
      }),
    ),
  })
}
