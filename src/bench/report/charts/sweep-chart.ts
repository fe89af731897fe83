import { type Html, html } from '../html.ts'
import { interval, percent } from '../numbers.ts'
import type { ReportSeries } from '../report-series.ts'
import { bottomAxis, leftAxis, linearScale, type Plot } from './axis.ts'
import { figure, figureWidth } from './figure.ts'
import { round, symbol, toneOf } from './symbol.ts'

const height = 340
const plot: Plot = { left: 52, right: figureWidth - 20, top: 12, bottom: height - 48 }

interface Step {
  readonly shown: number
  readonly label: string
  readonly mean: number
  readonly low: number
  readonly high: number
}

/** Accuracy by K, of systems that are there with several such numbers on the same questions. Null where none is. */
export function sweepChart(series: readonly ReportSeries[], { judge }: { readonly judge: string }): Html | null {
  const lines = [...Map.groupBy(series, ({ system, asked }) => `${baseOf(system)} ${asked}`).values()].flatMap(of => {
    const name = baseOf(of[0]?.system ?? '')
    const steps = of.flatMap(({ shown, label, scores }): readonly Step[] => {
      const score = scores[judge]?.all
      if (shown === null || score == null || score.mean === null) return []
      const { low, high } = score.bootstrap ?? { low: score.mean, high: score.mean }
      return [{ shown, label, mean: score.mean, low, high }]
    })
    return new Set(steps.map(({ shown }) => shown)).size < 2
      ? []
      : [{ name, steps: steps.toSorted((one, other) => one.shown - other.shown) }]
  })
  if (lines.length === 0) return null
  const all = lines.flatMap(({ steps }) => steps)
  const x = linearScale([0, Math.max(...all.map(({ shown }) => shown))], [plot.left, plot.right])
  const y = linearScale(
    [Math.max(0, Math.min(...all.map(({ low }) => low)) - 3), Math.min(100, Math.max(...all.map(({ high }) => high)) + 3)],
    [plot.bottom, plot.top],
  )
  const drawn = lines.map(({ steps }, place) => {
    const line = steps.map(({ shown, mean }, index) => `${index === 0 ? 'M' : 'L'}${round(x(shown))} ${round(y(mean))}`).join('')
    const marks = steps.map(
      ({ shown, mean, low, high }) =>
        html`<line class="whisker ${toneOf(place)}" x1="${round(x(shown))}" x2="${round(x(shown))}" y1="${round(y(low))}" y2="${round(y(high))}"/>${symbol(place, x(shown), y(mean))}`,
    )
    return html`<path class="line ${toneOf(place)}" d="${line}"/>${marks}`
  })
  return figure({
    id: 'sweep',
    title: 'Accuracy by K',
    caption: `Share right by ${judge} against K, the cards or turns that a system may show for a question; where its name does not say, the most that it showed. Whiskers: 95% by dialogues drawn again.`,
    height,
    drawing: [bottomAxis(x, plot, { title: 'K', show: String }), leftAxis(y, plot, { title: 'right (%)', show: String }), ...drawn],
    legend: lines.map(({ name }, place) => ({ name, place })),
    columns: ['System', 'K', 'right (%)', '95%'],
    rows: all.map(({ label, shown, mean, low, high }) => [label, String(shown), percent(mean), interval({ low, high })]),
  })
}

/** A system with settings of its own, as `default:k=10`, belongs to the one that it is a form of; an address is a system by itself. */
const baseOf = (system: string): string => (/^https?:/.test(system) ? system : (system.split(':')[0] ?? system))
