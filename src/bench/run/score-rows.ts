import type { JudgeScale } from '../judges/judge.ts'
import { type BootstrapMean, bootstrapMean } from '../statistics/bootstrap-mean.ts'
import { clippedMean } from '../statistics/clipped-mean.ts'
import { type Interval, wilsonInterval } from '../statistics/wilson-interval.ts'

/** A judge's score of one answer, with the dialogue that its question is about. */
export interface ScoredAnswer {
  readonly history: string
  /** null where the judge failed. */
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
  /** Of a judge that gives points: the deviation of the mean over questions drawn again; else null. */
  readonly deviation: number | null
}

const rounds = 2_000

export function scoreOf(answers: readonly ScoredAnswer[], scale: JudgeScale): Score {
  const scored = answers.flatMap(({ history, score }) => (score === null ? [] : [{ cluster: history, value: score }]))
  const values = scored.map(({ value }) => value)
  const counts = { questions: scored.length, unjudged: answers.length - scored.length }
  if (scale === 'points') {
    const held = clippedMean(values)
    const mean = held === null ? null : percent(held.mean)
    return { ...counts, mean, wilson: null, bootstrap: inPercent(held), deviation: held === null ? null : percent(held.deviation) }
  }
  const drawn = bootstrapMean(scored, { rounds })
  const right = values.filter(value => value === 1).length
  return {
    ...counts,
    mean: drawn === null ? null : percent(drawn.mean),
    wilson: scale === 'binary' ? inPercent(wilsonInterval(right, scored.length)) : null,
    bootstrap: inPercent(drawn),
    deviation: null,
  }
}

function inPercent(interval: Interval | BootstrapMean | null): Interval | null {
  return interval === null ? null : { low: percent(interval.low), high: percent(interval.high) }
}

export const percent = (share: number): number => Math.round(10_000 * share) / 100
