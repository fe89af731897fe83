import type { Question, Signal } from '../domain.ts'
import { evaluate, type Term, toUnit } from './evaluate.ts'
import { lasting } from './lasting.ts'
import type { Partition } from './partition.ts'
import type { QuestionView } from './question-view.ts'
import { offering } from './subjects-of.ts'
import { weighedSum } from './weighed-sum.ts'

/** A passage that shares no word with the question must be at least so near it in meaning, as a cosine, to be evidence. */
const leastCosine = 0.3
/** So far above the mean of the space in meaning, as the features have it: a standard deviation. Enough where other passages have to do with the question. */
const standingOut = 0.25

export interface Ranking {
  /** By passage: the sum of its signals; minus infinity for what is no candidate. They stand until the next question to the same partition. */
  readonly scores: Float64Array
  /** The terms that a score is the sum of, by passage. */
  signals(passage: number): readonly Signal[]
  /** How far its score stands out among all passages, in standard deviations from their mean, at most 6. */
  deviation(passage: number): number
}

export interface RankOptions {
  /** Everything is a candidate if anything has to do with the question. */
  readonly whole: boolean
  /** Features to leave out. */
  readonly without: readonly string[]
}

/**
 * Scores every passage by the table of features, scaled so that the best in each would make 1. Candidates have something to do with the
 * question (a word in or near them, the meaning, a date, an instruction for it; or, where nothing shares a word and a speaker is named, that
 * speaker) and lie within its limits. If any has, so do those that stand out in meaning.
 */
export function rankPassages(view: QuestionView, partition: Partition, question: Question, { whole, without }: RankOptions): Ranking {
  const { passages } = partition
  const terms = toUnit(evaluate(view, partition, name => !without.includes(name)))
  const scores = weighedSum(terms, passages.length, lastScores(partition))
  const evidence = findEvidence(view, terms, lastEvidence(partition))
  if (whole && evidence.includes(1)) evidence.fill(1)
  const standOut = keepCandidates(scores, { evidence, offered: offeredFor(partition, question) })
  return { scores, signals: index => signalsOf(index, terms), deviation: index => standOut(scores[index] ?? 0) }
}

/** Written over by each question: fresh ones would keep the garbage collector busy in a large space. */
const lastScores = lasting(({ passages }) => new Float64Array(passages.length))
const lastEvidence = lasting(({ passages }) => new Uint8Array(passages.length))

/** By passage: 1 within the question's limits. */
function offeredFor(partition: Partition, question: Question): Uint8Array {
  const { speakers, asOf, kinds } = question
  if (speakers === null && asOf === null && kinds === null) return offeredToAll(partition)
  const isOffered = offering(question)
  return Uint8Array.from(partition.passages, passage => (isOffered(passage) ? 1 : 0))
}

const offeredToAll = lasting(({ passages }) => {
  const offered = new Uint8Array(passages.length)
  for (let index = 0; index < passages.length; index++) if (passages[index]?.text !== '') offered[index] = 1
  return offered
})

/** In a large space the best stand out by more than 6: then all are scaled so that the best has 6. */
const mostDeviation = 6

/**
 * Leaves minus infinity where there is no evidence, or none on offer. What comes back tells how far a score stands out among all there were:
 * one pass over the space for both.
 */
function keepCandidates(
  scores: Float64Array,
  { evidence, offered }: { readonly evidence: Uint8Array; readonly offered: Uint8Array },
): (score: number) => number {
  let sum = 0
  let squares = 0
  let highest = Number.NEGATIVE_INFINITY
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] ?? 0
    sum += score
    squares += score * score
    if (score > highest) highest = score
    if (evidence[index] === 0 || offered[index] === 0) scores[index] = Number.NEGATIVE_INFINITY
  }
  const mean = sum / Math.max(1, scores.length)
  const deviation = Math.max(1e-9, Math.sqrt(Math.max(0, squares / Math.max(1, scores.length) - mean * mean)))
  const scale = Math.max(deviation, (highest - mean) / mostDeviation)
  return score => (score - mean) / scale
}

function signalsOf(index: number, terms: readonly Term[]): readonly Signal[] {
  const signals: Signal[] = []
  for (const { name, weight, values } of terms) {
    const value = values.at(index)
    if (value !== 0) signals.push({ name, value, weight })
  }
  return signals
}

/** By passage: 1 for a candidate. */
function findEvidence({ cosines, wordScores }: QuestionView, terms: readonly Term[], evidence: Uint8Array): Uint8Array {
  evidence.fill(0)
  const { passages, highest } = wordScores
  for (let place = 0; place < passages.length; place++) evidence[passages[place] ?? 0] = 1
  if (cosines !== null) for (let index = 0; index < evidence.length; index++) if ((cosines[index] ?? 0) >= leastCosine) evidence[index] = 1
  const certain = highest === 0 ? ['date', 'instruction', 'speaker'] : ['date', 'instruction']
  for (const { name, values } of terms) {
    if (certain.includes(name)) values.mark(evidence, 1)
  }
  // What is asked for in general, as cities or hobbies, is told in words of its own, each far from the question's.
  if (evidence.includes(1)) {
    for (const { name, values } of terms) if (name === 'meaning' || name === 'embedding') values.mark(evidence, standingOut)
  }
  return evidence
}
