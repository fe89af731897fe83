import type { Anchor } from '../domain.ts'
import { createTopIndices } from '../lib/top-indices.ts'
import { type Column, denseColumn, flagColumn, sparseColumn, standardColumn } from './column.ts'
import { highestOf } from './highest-of.ts'
import { offeredInstructions } from './instructions.ts'
import { lastingPlaces } from './lasting-places.ts'
import type { Measured } from './measured.ts'
import type { Partition } from './partition.ts'
import type { Passage } from './passage.ts'
import { isAssistant, type QuestionView } from './question-view.ts'
import type { SparseScores } from './sparse-scores.ts'
import { blockSize, weighedBlock } from './weighed-sum.ts'

/** One reason to prefer a passage. A score is the sum of value x weight over the features that apply to the question. */
export interface Feature {
  readonly name: string
  readonly meaning: string
  readonly weight: number
  /** By passage, mostly 0 to 1; null where the question does not ask for it. */
  values(view: QuestionView, partition: Partition, earlier: ReadonlyMap<string, Column>): Column | null
}

/**
 * The recipe. Weights were chosen on LoCoMo's and BEAM's development conversations and checked on LongMemEval; one set serves all. What each
 * is worth: docs/benchmarks.md; `npm run bench:retrieval -- ... --without NAME` measures it.
 */
export const features: readonly Feature[] = [
  {
    name: 'words',
    meaning: "the question's rare words stand in the passage or beside it",
    weight: 0.25,
    values: ({ wordScores }) => (wordScores.highest === 0 ? null : byMaximum(wordScores)),
  },
  {
    name: 'meaning',
    meaning: 'the passage and its neighbours speak of the same, by a static table of word pieces; in deviations from the mean of the space',
    weight: 0.5,
    values: ({ cosines, embedded }) => (cosines === null ? null : byDeviation(cosines, embedded === null ? 1 : shared)),
  },
  {
    name: 'embedding',
    meaning:
      'records of the passage and its neighbours are near the question by the vectors of the embedder that is configured; in deviations from the mean',
    weight: 0.6,
    values: nearByEmbedder,
  },
  {
    name: 'speaker',
    meaning: 'the question names one speaker, and these are their words',
    weight: 0.5,
    values: ({ speaker }, partition) => (speaker === null ? null : saidBy(speaker, partition)),
  },
  {
    name: 'assistant',
    meaning: 'in a chat with an assistant: the question asks what it said, and these are its words',
    weight: 0.5,
    values: ({ role }, partition) => (role === 'assistant' ? isAssistants(partition) : null),
  },
  {
    name: 'user',
    meaning: "in a chat with an assistant: these are the user's words",
    weight: 0.7,
    values: ({ role }, partition) => (role === 'user' ? isUsers(partition) : null),
  },
  {
    name: 'date',
    meaning: 'the question names a time, and this was said or happened then, or was said in the two weeks after',
    weight: 0.6,
    values: ({ times }, { passages }) => (times.length === 0 ? null : dateValues(times, passages)),
  },
  {
    name: 'expansion',
    meaning: 'words of the six best passages so far, added to the question at a third of its weight',
    weight: 0.5,
    values: expand,
  },
  {
    name: 'similar',
    meaning: "words near in meaning to one of the question's, counted together as one",
    weight: 0.4,
    values: searchSimilar,
  },
  {
    name: 'session',
    meaning: "the question's words stand anywhere in the session",
    weight: 0.16,
    values: ({ terms }, { lexical }) => lexical.searchSessions(terms),
  },
  {
    name: 'time',
    meaning: 'the passage holds a time',
    weight: 0.05,
    values: (_, partition) => holdsTime(partition),
  },
  {
    name: 'when',
    meaning: 'the question asks when, and the passage holds a time',
    weight: 0.2,
    values: ({ asksWhen }, partition) => (asksWhen ? holdsTime(partition) : null),
  },
  {
    name: 'preference',
    meaning: 'the passage says what the speaker would rather have',
    weight: 0.4,
    values: (_, partition) => showsPreference(partition),
  },
  {
    name: 'instruction',
    meaning: 'an instruction that stands, whose condition is nearest to the question',
    weight: 0.7,
    values: offerInstructions,
  },
  {
    name: 'untyped',
    meaning: 'the router found nothing to record in it',
    weight: -0.15,
    values: (_, partition) => isUntyped(partition),
  },
  {
    name: 'question',
    meaning: 'the passage ends by asking',
    weight: -0.1,
    values: (_, partition) => endsAsking(partition),
  },
]

/** Of the first pass, whose best passages lend their words: the features' weights in it. */
const firstPass = Object.entries({ words: 1, meaning: 0.7, embedding: 0.7, speaker: 0.5, assistant: 0.5, user: 0.5, date: 0.4 })
const lenders = 6
const lentWords = 12
const lentWeight = 0.3

/** The static table and an embedder tell the same thing, what is meant: where both do, each counts half, so that all other features weigh what they weighed. */
const shared = 0.5

/**
 * Where an embedder speaks, an instruction that is offered stands out by it at least: its words tell how to answer, and are near to no question
 * about what it is for.
 */
function nearByEmbedder(view: QuestionView, partition: Partition, earlier: ReadonlyMap<string, Column>): Column | null {
  const { embedded } = view
  if (embedded === null) return null
  const part = earlier.has('meaning') ? shared : 1
  const places = offeredInstructions(view, partition)
  if (places === null) return byDeviation(embedded, part)
  const least = withDeviation(embedded, standingOut)
  const values = embedded.values.slice()
  for (const place of places) values[place] = Math.max(values[place] ?? least, least)
  return byDeviation({ ...embedded, values, highest: Math.max(embedded.highest, least) }, part)
}

function offerInstructions(view: QuestionView, partition: Partition): Column | null {
  const places = offeredInstructions(view, partition)
  return places === null ? null : flagColumn(places)
}

function expand({ terms, names, wordScores }: QuestionView, partition: Partition, earlier: ReadonlyMap<string, Column>): Column | null {
  const { lexical } = partition
  const lending = firstPass.flatMap(([name, weight]) => {
    const values = earlier.get(name)
    return values === undefined ? [] : [{ weight, values }]
  })
  const top = createTopIndices(lenders)
  for (let from = 0; from < lexical.size; from += blockSize) top.offer(weighedBlock(lending, lexical.size, from), from, () => true)
  const { indices, values } = top.take()
  const best = indices.flatMap((passage, place) => {
    const weight = values[place] ?? 0
    return weight > 0 ? [[passage, weight] as const] : []
  })
  const lent = lexical.heaviestTerms(new Map(best), { most: lentWords, without: names })
  const most = lent[0]?.weight ?? 1
  const lentWeights = new Map<string, number>()
  for (const { term, weight } of lent) if (!terms.includes(term)) lentWeights.set(term, (lentWeight * weight) / most)
  // The question's own words are found already.
  return terms.length + lentWeights.size === 0 ? null : byMaximum(lexical.searchOn(lentWeights, wordScores))
}

function searchSimilar({ words, wordScores }: QuestionView, { lexical, similar }: Partition): Column | null {
  const groups: ReadonlyMap<string, number>[] = []
  for (const word of new Set(words)) {
    if (word.length < 3) continue
    const near = similar.near(word)
    if (near.size > 0) groups.push(near)
  }
  if (groups.length === 0) return null
  const found = lexical.searchGroups(groups)
  const scale = wordScores.highest > 0 ? wordScores.highest : found.highest
  return scale === 0 ? null : sparseColumn(found, scale)
}

const afterDays = 14
const afterValue = 0.4

/** By passage, the best over the times that a question names. */
function dateValues(times: readonly Anchor[], passages: readonly Passage[]): Column {
  const values = new Float64Array(passages.length)
  for (const { start, end } of times) {
    const from = start.slice(0, 10)
    const to = end.slice(0, 10)
    const after = addDays(to, afterDays)
    for (let index = 0; index < values.length; index++) {
      const passage = passages[index]
      if (passage === undefined || values[index] === 1) continue
      const { saidOn, tellsOf } = passage
      const said = saidOn !== null && saidOn >= from && saidOn <= to
      if (said || tellsOf.some(told => told.from <= to && told.to >= from)) values[index] = 1
      else if (saidOn !== null && saidOn > to && saidOn <= after) values[index] = afterValue
    }
  }
  return denseColumn(values, highestOf(values))
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function flags(holds: (passage: Passage) => boolean): (partition: Partition) => Column {
  const places = lastingPlaces(holds)
  return partition => flagColumn(places(partition))
}

const holdsTime = flags(({ tellsOf }) => tellsOf.length > 0)
const showsPreference = flags(({ prefers }) => prefers)
const isUntyped = flags(({ memories }) => memories.length === 0)
const endsAsking = flags(({ asks }) => asks)
const isAssistants = flags(({ turn }) => isAssistant(turn.speaker))
const isUsers = flags(({ turn }) => !isAssistant(turn.speaker))
const bySpeaker = new WeakMap<Partition, Map<string, (partition: Partition) => Column>>()

function saidBy(speaker: string, partition: Partition): Column {
  const known = bySpeaker.get(partition) ?? new Map<string, (partition: Partition) => Column>()
  bySpeaker.set(partition, known)
  const said = known.get(speaker) ?? flags(({ turn }) => turn.speaker === speaker)
  known.set(speaker, said)
  return said(partition)
}

function byMaximum(scores: SparseScores): Column {
  return sparseColumn(scores, scores.highest === 0 ? 1 : scores.highest)
}

/** A quarter of the standard score: puts the best passages of a space near 1, as the other features have them. Of that so large a part. */
function byDeviation({ values, mean, deviation, highest }: Measured, part: number): Column {
  return deviation < leastDeviation
    ? flagColumn(new Int32Array(0))
    : standardColumn(values, { mean, deviation: (perUnit * deviation) / part, highest })
}

/** Deviations from the mean that make a value of 1. */
const perUnit = 4
const leastDeviation = 1e-9
/** So far above the mean of the space in meaning that a passage stands out: a standard deviation. */
export const standingOut = 0.25

/** The number that has this value by its deviation, as `meaning` and `embedding` have it alone; none where all are alike. */
export function withDeviation({ mean, deviation }: Measured, value: number): number {
  return deviation < leastDeviation ? Number.POSITIVE_INFINITY : mean + value * (perUnit * deviation)
}
