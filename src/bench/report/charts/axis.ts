import { type ScaleLinear, type ScaleLogarithmic, scaleLinear, scaleLog } from 'd3-scale'
import { type Html, html } from '../html.ts'
import { round } from './symbol.ts'

export type Scale = ScaleLinear<number, number> | ScaleLogarithmic<number, number>
type Range = readonly [from: number, to: number]

/** Where places of a drawing lie: its plot without the labels around. */
export interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** From a little below the least value to a little above the greatest. */
export function logScale(values: readonly number[], [from, to]: Range): ScaleLogarithmic<number, number> {
  return scaleLog()
    .domain([Math.min(...values) / 1.35, Math.max(...values) * 1.35])
    .range([from, to])
}

export function linearScale([low, high]: Range, [from, to]: Range): ScaleLinear<number, number> {
  return scaleLinear().domain([low, high]).nice().range([from, to])
}

/** Of a logarithmic scale only 1, 2 and 5 of each power that lie in it, fewer where it is long. */
export function ticksOf(scale: Scale): readonly number[] {
  if (!('base' in scale)) return scale.ticks(6)
  const [low = 1, high = 1] = scale.domain()
  const powers = Array.from(
    { length: Math.ceil(Math.log10(high)) - Math.floor(Math.log10(low)) + 1 },
    (_, index) => Math.floor(Math.log10(low)) + index,
  )
  const steps = high / low > 2_000 ? [1] : high / low > 60 ? [1, 3] : [1, 2, 5]
  return powers.flatMap(power => steps.map(step => Number((step * 10 ** power).toPrecision(1)))).filter(tick => tick >= low && tick <= high)
}

export function bottomAxis(
  scale: Scale,
  plot: Plot,
  { title, show }: { readonly title: string; readonly show: (value: number) => string },
): Html {
  const ticks = ticksOf(scale).map(tick => {
    const x = round(scale(tick))
    return html`<line class="grid" x1="${x}" x2="${x}" y1="${plot.top}" y2="${plot.bottom}"/><text class="tick" x="${x}" y="${plot.bottom + 16}" text-anchor="middle">${show(tick)}</text>`
  })
  return html`<g>${ticks}<text class="axis" x="${(plot.left + plot.right) / 2}" y="${plot.bottom + 36}" text-anchor="middle">${title}</text></g>`
}

export function leftAxis(
  scale: Scale,
  plot: Plot,
  { title, show }: { readonly title: string; readonly show: (value: number) => string },
): Html {
  const ticks = ticksOf(scale).map(tick => {
    const y = round(scale(tick))
    return html`<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${y}" y2="${y}"/><text class="tick" x="${plot.left - 8}" y="${y + 4}" text-anchor="end">${show(tick)}</text>`
  })
  const middle = (plot.top + plot.bottom) / 2
  return html`<g>${ticks}<text class="axis" transform="translate(14 ${middle}) rotate(-90)" text-anchor="middle">${title}</text></g>`
}
