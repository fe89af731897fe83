import type { Hit, Question, Scope, Signal } from '../domain.ts'
import { memoryText } from '../lib/memory-text.ts'
import { loadTokenCounter } from '../lib/tokens.ts'
import { topIndices } from '../lib/top-indices.ts'
import type { Retriever } from '../seams.ts'
import { compactClaims, type Said } from './compact-claims.ts'
import { evaluate, type Term, toUnit, weighedSum } from './evaluate.ts'
import { mergeHits } from './merge-hits.ts'
import type { Partition } from './partition.ts'
import type { PartitionCache } from './partition-cache.ts'
import { type QuestionView, viewQuestion } from './question-view.ts'
import { isOffered, subjectsOf } from './subjects-of.ts'
import { timeline } from './timeline.ts'

/** Hits at most: far more than any budget takes. */
const mostHits = 200
/** Passages looked at beyond those wanted: some say what another says. */
const spare = 10
/** A passage that shares no word with the question must be at least so near it in meaning, as a cosine, to be evidence. */
const leastCosine = 0.3

export interface RecipeOptions {
  readonly without?: readonly string[]
  readonly now: () => number
}

/**
 * The default: passages ranked by the table of features. Scores lie in 0..1, relative to the best that a passage could have for the question;
 * a hit's signals sum to its score, or to less than 0 where that is 0. What shares neither words nor a date nor meaning with the question is no hit, and neither is what scores
 * below `floor`. Where the whole history fits into the room, and anything in it has to do with the question, all of it is found.
 */
export function createRecipeRetriever(partitions: PartitionCache, { without = [], now }: RecipeOptions): Retriever {
  return {
    id: 'recipe/1',
    prepare: async () => {},
    async retrieve(scope: Scope, question: Question, { most, room, floor }) {
      const partition = await partitions.open(scope)
      const countTokens = await loadTokenCounter()
      const start = now()
      const fullContextTokens = partition.transcriptTokens(countTokens)
      const whole = room !== null && fullContextTokens <= room
      const hits = mergeHits(rank(partition, question, { most: Math.min(most, mostHits), whole, floor, without })).slice(0, most)
      const search = now() - start
      return {
        hits,
        considered: partition.passages.length,
        fullContextTokens,
        ms: { embed: 0, search },
      }
    },
  }
}

interface RankOptions {
  readonly most: number
  /** The whole history fits. */
  readonly whole: boolean
  readonly floor: number
  readonly without: readonly string[]
}

function rank(partition: Partition, question: Question, { most, whole, floor, without }: RankOptions): readonly Hit[] {
  const { passages } = partition
  const view = viewQuestion(question, partition)
  if (view.spread !== null && !without.includes('timeline')) return timeline(partition, question, { view, most })
  const terms = toUnit(evaluate(view, partition, name => !without.includes(name)))
  const evidence = findEvidence(view, terms)

  const scores = weighedSum(terms, passages.length)
  const all = whole && passages.some((_, index) => evidence(index))
  for (let index = 0; index < scores.length; index++) {
    const passage = passages[index]
    if (passage === undefined || !(all || evidence(index)) || !isOffered(passage, question)) scores[index] = Number.NEGATIVE_INFINITY
  }

  const found: Omit<Hit, 'claim' | 'short'>[] = []
  const said: Said[] = []
  for (const index of topIndices(scores, most + spare)) {
    const passage = passages[index]
    const score = Math.max(0, scores[index] ?? 0)
    if (passage === undefined || score < floor) continue
    const signals = signalsOf(index, terms)
    for (const subject of subjectsOf(passage, question)) {
      const spans = subject.type === 'memory' ? subject.memory.sources : [subject.source]
      said.push(
        subject.type === 'memory' ? { of: subject.memory, text: memoryText(subject.memory.body) } : { of: passage, text: subject.text },
      )
      found.push({ subject, score, signals, quotes: spans.map(partition.quote) })
    }
  }
  const claims = compactClaims(said, view, partition.lexical)
  return found.map((hit, index) => ({ ...hit, claim: claims[index]?.claim ?? '', short: claims[index]?.short ?? '' }))
}

/** The terms that a score is the sum of. */
function signalsOf(index: number, terms: readonly Term[]): readonly Signal[] {
  const signals: Signal[] = []
  for (const { name, weight, values } of terms) {
    const value = values[index] ?? 0
    if (value !== 0) signals.push({ name, value, weight })
  }
  return signals
}

/** Whether a passage has anything to do with the question at all. */
function findEvidence({ cosines, wordScores, highestWordScore }: QuestionView, terms: readonly Term[]): (index: number) => boolean {
  const dates = terms.find(({ name }) => name === 'date')?.values
  // Where nothing else does, what the one speaker said who is asked about stands in.
  const speaker = highestWordScore === 0 ? terms.find(({ name }) => name === 'speaker')?.values : undefined
  const instructions = terms.find(({ name }) => name === 'instruction')?.values
  return index =>
    instructions?.[index] === 1 ||
    (wordScores[index] ?? 0) > 0 ||
    dates?.[index] === 1 ||
    (cosines?.[index] ?? 0) >= leastCosine ||
    (speaker?.[index] ?? 0) === 1
}
