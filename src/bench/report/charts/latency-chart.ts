import type { Quantiles } from '../../tables/measured.ts'
import { type Html, html } from '../html.ts'
import { seconds } from '../numbers.ts'
import type { ReportSeries } from '../report-series.ts'
import { bottomAxis, logScale, type Plot } from './axis.ts'
import { figure, figureWidth, shortened } from './figure.ts'
import { round, toneOf } from './symbol.ts'

interface Line {
  readonly label: string
  readonly place: number
  readonly kind: 'cold' | 'warm' | 'not told'
  readonly answers: number
  readonly total: Quantiles
}

const rowHeight = 24

/** From p50 to p95 of the time of an answer, cold and warm apart. Null where nothing was timed. */
export function latencyChart(series: readonly ReportSeries[]): Html | null {
  const lines = series.flatMap(({ label, latency }, place): readonly Line[] => {
    const { cold, warm, total, answers } = latency
    const parted = [
      ...(cold === null ? [] : [{ label, place, kind: 'cold' as const, ...cold }]),
      ...(warm === null ? [] : [{ label, place, kind: 'warm' as const, ...warm }]),
    ]
    return parted.length > 0 || total === null ? parted : [{ label, place, kind: 'not told', answers, total }]
  })
  if (lines.length === 0) return null
  const plot: Plot = { left: 232, right: figureWidth - 20, top: 6, bottom: 10 + rowHeight * lines.length }
  const x = logScale(
    lines.flatMap(({ total }) => [total.p50, total.p95]).map(value => Math.max(value, 0.0001)),
    [plot.left, plot.right],
  )
  const rows = lines.map(({ label, place, kind, answers, total }, index) => {
    const y = plot.top + rowHeight * (index + 0.5)
    const [from, to] = [x(Math.max(total.p50, 0.0001)), x(Math.max(total.p95, 0.0001))]
    const isFirst = lines[index - 1]?.place !== place
    return html`<g>${isFirst ? html`<text class="name" x="0" y="${y + 4}">${shortened(label)}</text>` : null}<text class="tick" x="${plot.left - 8}" y="${y + 4}" text-anchor="end">${kind} · ${answers}</text><line class="bar ${toneOf(place)} ${kind === 'warm' ? 'warm' : ''}" x1="${round(from)}" x2="${round(Math.max(to, from + 1))}" y1="${y}" y2="${y}"/><circle class="mark ${toneOf(place)}" cx="${round(from)}" cy="${y}" r="5"/><line class="end ${toneOf(place)}" x1="${round(to)}" x2="${round(to)}" y1="${y - 7}" y2="${y + 7}"/></g>`
  })
  return figure({
    id: 'latency',
    title: 'Time to an answer',
    caption:
      'From the median (dot) to the 95th percentile (stroke) in seconds, of answers that were really sent. Warm: the server had kept at least half of the prompt from before; cold: less. The number is that of answers.',
    height: plot.bottom + 44,
    drawing: [bottomAxis(x, plot, { title: 'seconds, logarithmic', show: seconds }), ...rows],
    legend: [],
    columns: ['System', '', 'answers', 'p50 (s)', 'p95 (s)'],
    rows: lines.map(({ label, kind, answers, total }) => [label, kind, String(answers), seconds(total.p50), seconds(total.p95)]),
  })
}
