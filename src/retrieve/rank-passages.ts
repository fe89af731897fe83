import type { Question, Signal } from '../domain.ts'
import { createTopIndices } from '../lib/top-indices.ts'
import { type Column, flagColumn } from './column.ts'
import { evaluate, type Term, toUnit } from './evaluate.ts'
import { standingOut, withDeviation } from './features.ts'
import { addUp, createTally, type Measured, spreadOf } from './measured.ts'
import type { Partition } from './partition.ts'
import type { QuestionView } from './question-view.ts'
import { offering } from './subjects-of.ts'
import { blockSize, weighedBlock } from './weighed-sum.ts'

/** A passage that shares no word with the question must be at least so near it in meaning, as a cosine, to be evidence. */
const leastCosine = 0.3

export interface Ranked {
  readonly passage: number
  /** The sum of its signals. */
  readonly score: number
}

export interface Ranking {
  /** The best candidates, best first; equal ones in log order. */
  readonly ranked: readonly Ranked[]
  /** The terms that a score is the sum of, by passage. */
  signals(passage: number): readonly Signal[]
  /** How far a score stands out among those of all passages, in standard deviations from their mean, at most 6. */
  deviation(score: number): number
}

export interface RankOptions {
  /** Everything is a candidate if anything has to do with the question. */
  readonly whole: boolean
  /** Candidates at most. */
  readonly most: number
  /** Features to leave out. */
  readonly without: readonly string[]
}

/**
 * Scores every passage by the table of features, scaled so that the best in each would make 1. Candidates have something to do with the
 * question (a word in or near them, the meaning, a date, an instruction for it; or, where nothing shares a word and a speaker is named, that
 * speaker) and lie within its limits. If any has, so do those that stand out in meaning.
 */
export function rankPassages(view: QuestionView, partition: Partition, question: Question, { most, ...options }: RankOptions): Ranking {
  const { terms, eachBlock } = scorePassages(view, partition, question, options)
  const top = createTopIndices(most)
  const tally = createTally()
  eachBlock((scores, from, isCandidate) => {
    addUp(scores, tally)
    top.offer(scores, from, isCandidate)
  })
  const { indices, values } = top.take()
  const { mean, deviation } = spreadOf(tally)
  const scale = Math.max(1e-9, deviation, (tally.highest - mean) / mostDeviation)
  return {
    ranked: indices.map((passage, place) => ({ passage, score: values[place] ?? 0 })),
    signals: passage => signalsOf(passage, terms),
    deviation: score => (score - mean) / scale,
  }
}

export interface Placement {
  /** null for what is no candidate. */
  readonly score: number | null
  /** Among all candidates, from 1; equal scores have the same. */
  readonly rank: number | null
  readonly signals: readonly Signal[]
}

/** How some passages do, in the order given. Without a list of all that are ahead of them, which may be a whole space. */
export function placementsOf(
  view: QuestionView,
  partition: Partition,
  question: Question,
  { places, without }: Pick<RankOptions, 'without'> & { readonly places: readonly number[] },
): readonly Placement[] {
  const { terms, eachBlock } = scorePassages(view, partition, question, { whole: false, without })
  const scoreOf = new Map<number, number>()
  eachBlock((scores, from, isCandidate) => {
    for (const place of places) {
      const score = scores[place - from]
      if (score !== undefined && isCandidate(place)) scoreOf.set(place, score)
    }
  })
  const ahead = new Map<number, number>()
  eachBlock((scores, from, isCandidate) => {
    for (const [index, other] of scores.entries()) {
      if (!isCandidate(from + index)) continue
      for (const [place, score] of scoreOf) if (other > score) ahead.set(place, (ahead.get(place) ?? 0) + 1)
    }
  })
  return places.map(place => {
    const score = scoreOf.get(place) ?? null
    return { score, rank: score === null ? null : 1 + (ahead.get(place) ?? 0), signals: signalsOf(place, terms) }
  })
}

interface Scoring {
  readonly terms: readonly Term[]
  /** By blocks of passages from `from` on. The scores stand until the next block. */
  eachBlock(visit: (scores: Float64Array, from: number, isCandidate: (place: number) => boolean) => void): void
}

function scorePassages(view: QuestionView, partition: Partition, question: Question, options: Omit<RankOptions, 'most'>): Scoring {
  const { passages } = partition
  const size = passages.length
  const terms = toUnit(evaluate(view, partition, name => !options.without.includes(name)))
  const { certain, isNear } = findEvidence(view, terms, options)
  const isWithinLimits = offering(question)
  const isOffered = (place: number): boolean => {
    const passage = passages[place]
    return passage !== undefined && isWithinLimits(passage)
  }
  const marks = new Uint8Array(Math.min(size, blockSize))
  return {
    terms,
    eachBlock(visit) {
      for (let from = 0; from < size; from += blockSize) {
        const scores = weighedBlock(terms, size, from)
        const evidence = marks.fill(0).subarray(0, scores.length)
        for (const column of certain) column.mark(evidence, 1, from)
        visit(scores, from, place => (evidence[place - from] === 1 || isNear(place)) && isOffered(place))
      }
    },
  }
}

/** In a large space the best stand out by more than 6: then all are scaled so that the best has 6. */
const mostDeviation = 6

function signalsOf(index: number, terms: readonly Term[]): readonly Signal[] {
  const signals: Signal[] = []
  for (const { name, weight, values } of terms) {
    const value = values.at(index)
    if (value !== 0) signals.push({ name, value, weight })
  }
  return signals
}

interface Evidence {
  /** What has 1 in any of these has to do with the question. */
  readonly certain: readonly Column[]
  /** Whether a passage has to do with it that has 1 in none. */
  isNear(passage: number): boolean
}

function findEvidence(
  { cosines, embedded, wordScores }: QuestionView,
  terms: readonly Term[],
  { whole }: Pick<RankOptions, 'whole'>,
): Evidence {
  const named = wordScores.highest === 0 ? ['date', 'instruction', 'speaker'] : ['date', 'instruction']
  const certain = [flagColumn(wordScores.passages), ...terms.filter(({ name }) => named.includes(name)).map(({ values }) => values)]
  const any = certain.some(({ highest }) => highest >= 1) || (cosines?.highest ?? 0) >= leastCosine
  if (!any) return { certain: [], isNear: () => false }
  if (whole) return { certain: [], isNear: () => true }
  // What is asked for in general, as cities or hobbies, is told in words of its own, each far from the question's.
  const standsOutFrom = (name: string, measured: Measured | null): number =>
    measured !== null && terms.some(term => term.name === name) ? withDeviation(measured, standingOut) : Number.POSITIVE_INFINITY
  const nearFrom = Math.min(leastCosine, standsOutFrom('meaning', cosines))
  const nearByEmbedding = standsOutFrom('embedding', embedded)
  return {
    certain,
    // Numbers are compared where they lie: asked of every passage of a small space, a column's answers would be much of a question's garbage.
    isNear: passage => (cosines?.values[passage] ?? 0) >= nearFrom || (embedded?.values[passage] ?? 0) >= nearByEmbedding,
  }
}
