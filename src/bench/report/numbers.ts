import type { Interval } from '../statistics/wilson-interval.ts'

// How the page writes numbers. What is not known is n/a, never 0.

export function whole(value: number | null | undefined): string {
  return value == null ? 'n/a' : Math.round(value).toLocaleString('en-US')
}

export function percent(value: number | null | undefined): string {
  return value == null ? 'n/a' : value.toFixed(1)
}

export function interval(of: Interval | null | undefined): string {
  return of == null ? 'n/a' : `${of.low.toFixed(1)} to ${of.high.toFixed(1)}`
}

/** Two digits that count: searches take milliseconds. */
export function seconds(value: number | null | undefined): string {
  if (value == null) return 'n/a'
  return value >= 1 ? value.toFixed(2) : Number(value.toPrecision(2)).toString()
}

export function decimals(value: number | null | undefined): string {
  return value == null ? 'n/a' : value.toFixed(2)
}
