import { type BootstrapMean, bootstrapMean } from '../statistics/bootstrap-mean.ts'
import { type Interval, wilsonInterval } from '../statistics/wilson-interval.ts'

/** A judge's score of one answer, with the dialogue that its question is about. */
export interface ScoredAnswer {
  readonly history: string
  /** 0 to 1; null where the judge failed. */
  readonly score: number | null
}

/** In percent, two decimals. */
export interface Score {
  /** Those that have a score. */
  readonly questions: number
  /** Those that the judge failed on: neither right nor wrong. */
  readonly unjudged: number
  /** null of none. */
  readonly mean: number | null
  /** 95%, of a judge that says yes or no, each question taken by itself; else null. */
  readonly wilson: Interval | null
  /** 95%, by dialogues and then questions drawn again; null of none. */
  readonly bootstrap: Interval | null
}

const rounds = 2_000

export function scoreOf(answers: readonly ScoredAnswer[], scale: 'binary' | 'share'): Score {
  const scored = answers.flatMap(({ history, score }) => (score === null ? [] : [{ cluster: history, value: score }]))
  const drawn = bootstrapMean(scored, { rounds })
  const right = scored.filter(({ value }) => value === 1).length
  return {
    questions: scored.length,
    unjudged: answers.length - scored.length,
    mean: drawn === null ? null : percent(drawn.mean),
    wilson: scale === 'binary' ? inPercent(wilsonInterval(right, scored.length)) : null,
    bootstrap: inPercent(drawn),
  }
}

function inPercent(interval: Interval | BootstrapMean | null): Interval | null {
  return interval === null ? null : { low: percent(interval.low), high: percent(interval.high) }
}

const percent = (share: number): number => Math.round(10_000 * share) / 100
