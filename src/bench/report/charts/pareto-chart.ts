import { tablesOf } from '../../tables/paper-numbers.ts'
import { type Html, html } from '../html.ts'
import { interval, percent, whole } from '../numbers.ts'
import type { ReportSeries } from '../report-series.ts'
import { bottomAxis, leftAxis, linearScale, logScale, type Plot } from './axis.ts'
import { figure, figureWidth } from './figure.ts'
import { round, symbol, toneOf } from './symbol.ts'

interface Point {
  readonly name: string
  /** null: it is the paper's. */
  readonly place: number | null
  readonly tokens: number
  readonly accuracy: number
  readonly low: number
  readonly high: number
}

const height = 380
const plot: Plot = { left: 52, right: figureWidth - 40, top: 12, bottom: height - 48 }

/** Accuracy against input tokens a question. Null where there are no two points. */
export function paretoChart(
  series: readonly ReportSeries[],
  { judge, dataset }: { readonly judge: string; readonly dataset: string },
): Html | null {
  const own = series.flatMap(({ label, perQuestion, scores }, place): readonly Point[] => {
    const score = scores[judge]?.all
    if (score == null || score.mean === null || perQuestion.input === null || perQuestion.input <= 0) return []
    const { low, high } = score.bootstrap ?? { low: score.mean, high: score.mean }
    return [{ name: label, place, tokens: perQuestion.input, accuracy: score.mean, low, high }]
  })
  if (own.length < 2) return null
  const points = [...own, ...paperPoints(dataset)]
  const x = logScale(
    points.map(({ tokens }) => tokens),
    [plot.left, plot.right],
  )
  const y = linearScale(
    [Math.max(0, Math.min(...points.map(({ low }) => low)) - 3), Math.min(100, Math.max(...points.map(({ high }) => high)) + 3)],
    [plot.bottom, plot.top],
  )
  const best = frontier(own)
  const line = best.map(({ tokens, accuracy }, index) => `${index === 0 ? 'M' : 'L'}${round(x(tokens))} ${round(y(accuracy))}`).join('')
  const marks = points.map(({ place, tokens, accuracy, low, high }) => {
    const at = round(x(tokens))
    if (place === null) return html`<circle class="paper" cx="${at}" cy="${round(y(accuracy))}" r="4.5"/>`
    return html`<line class="whisker ${toneOf(place)}" x1="${at}" x2="${at}" y1="${round(y(low))}" y2="${round(y(high))}"/>${symbol(place, at, y(accuracy))}`
  })
  const labels = placed(
    points.map(point => ({ name: point.name, x: x(point.tokens), y: y(point.accuracy), isPaper: point.place === null })),
  )
  return figure({
    id: 'pareto',
    title: 'Accuracy against input tokens',
    caption: `Share right by ${judge} against the tokens of a whole prompt, per question, on a logarithmic scale; better is up and left. Whiskers: 95% by dialogues drawn again. The line joins the systems that no other beats in both.${points.length > own.length ? " Rings: the paper's, on its own model and all its questions." : ''}`,
    height,
    drawing: [
      bottomAxis(x, plot, { title: 'input tokens a question', show: whole }),
      leftAxis(y, plot, { title: 'right (%)', show: String }),
      html`<path class="frontier" d="${line}"/>`,
      ...marks,
      ...labels,
    ],
    legend: [],
    columns: ['System', 'input tokens a question', 'right (%)', '95%'],
    rows: points.map(({ name, tokens, accuracy, low, high, place }) => [
      name,
      whole(tokens),
      percent(accuracy),
      place === null ? 'n/a' : interval({ low, high }),
    ]),
  })
}

function paperPoints(dataset: string): readonly Point[] {
  const settings = tablesOf(dataset).flatMap(({ questions, settings: all }) => {
    const counts = Object.values(questions).filter(count => count !== null)
    // Of tables whose questions the paper does not count nothing is known per question.
    if (counts.length < Object.keys(questions).length) return []
    const count = counts.reduce((sum, of) => sum + of, 0)
    return all.map(({ setting, overall }) => [setting, { tokens: overall.inputTokens / count, accuracy: overall.judge }] as const)
  })
  // Table 5 prints ENGRAM-R again: the first is kept.
  return [...new Map(settings.toReversed())].toReversed().map(([setting, { tokens, accuracy }]) => ({
    name: `${setting}, paper`,
    place: null,
    tokens,
    accuracy,
    low: accuracy,
    high: accuracy,
  }))
}

function frontier(points: readonly Point[]): readonly Point[] {
  return points
    .filter(
      point =>
        !points.some(
          other =>
            other !== point &&
            other.tokens <= point.tokens &&
            other.accuracy >= point.accuracy &&
            (other.tokens < point.tokens || other.accuracy > point.accuracy),
        ),
    )
    .toSorted((one, other) => one.tokens - other.tokens)
}

interface Label {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly isPaper: boolean
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}
const meets = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Beside their marks, else above or below, further off where a mark or another name is in the way. Text that is drawn larger grows away from the mark. */
function placed(labels: readonly Label[]): readonly Html[] {
  const taken: Box[] = labels.map(({ x, y }) => ({ left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 }))
  return labels.map(({ name, x, y, isPaper }) => {
    const width = 6.9 * name.length
    const place = (anchor: 'start' | 'end' | 'middle', at: number, middle: number) => {
      const left = at - (anchor === 'start' ? 0 : anchor === 'end' ? width : width / 2)
      return { anchor, at, middle, box: { left, right: left + width, top: middle - 7, bottom: middle + 7 } }
    }
    const near = [place('start', x + 10, y), place('end', x - 10, y), place('middle', x, y + 16), place('middle', x, y - 16)]
    const shifts = [13, -13, 26, -26, 39, -39]
    const further = shifts.flatMap(shift => [place('start', x + 8, y + shift), place('end', x - 8, y + shift)])
    const isInside = ({ left, right, top, bottom }: Box): boolean =>
      left >= plot.left && right <= figureWidth && top >= plot.top && bottom <= plot.bottom
    const found = [...near, ...further].find(({ box }) => isInside(box) && !taken.some(other => meets(box, other))) ?? near[0]
    if (found === undefined) return html``
    taken.push(found.box)
    return html`<text class="${isPaper ? 'name quiet' : 'name'}" x="${round(found.at)}" y="${round(found.middle + 4)}" text-anchor="${found.anchor}">${name}</text>`
  })
}
