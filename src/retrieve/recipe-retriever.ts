import type { Question, Scope } from '../domain.ts'
import { loadTokenCounter } from '../lib/tokens.ts'
import type { Embedder, Retriever, VectorStore } from '../seams.ts'
import { buildHits } from './build-hits.ts'
import { embeddedCosines } from './embedded-cosines.ts'
import type { Measured } from './measured.ts'
import type { Partition } from './partition.ts'
import type { PartitionCache } from './partition-cache.ts'
import { createQuestionEmbedder } from './question-embedder.ts'
import { viewQuestion } from './question-view.ts'
import { placementsOf, rankPassages } from './rank-passages.ts'
import { createByteVectors, type RecordVectors } from './record-vectors.ts'
import { spreadOf } from './spread-of.ts'
import { timeline } from './timeline.ts'
import { loadVectors } from './vector-banks.ts'

/** Hits at most: far more than any budget takes. */
const mostHits = 200
/** Passages looked at beyond those wanted: some say what another says. */
const spare = 10

export interface RecipeParts {
  readonly partitions: PartitionCache
  readonly store: VectorStore
  /** Its vectors share the weight of meaning with the static table; null for none. */
  readonly embedder: Embedder | null
  /** Features to leave out, by name. */
  readonly without?: readonly string[]
  readonly now: () => number
}

/**
 * The default: passages ranked by the table of features. Scores lie in 0..1, relative to the best that a passage could have for the question;
 * a hit's signals sum to its score, or to less than 0 where that is 0. What has nothing to do with the question is no hit, and neither is what
 * scores below the floor. Where the whole history fits into the room, and anything in it has to do with the question, all of it is found.
 */
export function createRecipeRetriever({ partitions, store, embedder: configured, without = [], now }: RecipeParts): Retriever {
  const embedder = without.includes('embedding') ? null : configured
  const embedQuestion = embedder === null ? null : createQuestionEmbedder(embedder)

  /** What an embedder gives for a question; null without one. */
  async function embed(scope: Scope, question: Question, { partition, signal }: Embedding): Promise<Embedded | null> {
    if (embedder === null || embedQuestion === null) return null
    const vectors = await loadVectors(scope, { partition, make: createByteVectors, store, embedder, migrate: false, signal })
    return { asked: await embedQuestion(question.text, signal), vectors }
  }

  return {
    id: `recipe/1${embedder === null ? '' : ` ${embedder.id}`}`,
    async prepare(scope, { migrate, signal }) {
      partitions.told(scope)
      if (embedder !== null)
        await loadVectors(scope, { partition: await partitions.open(scope), make: createByteVectors, store, embedder, migrate, signal })
    },
    async retrieve(scope, question, { take, most, room, floor, signal }) {
      const partition = await partitions.openToSearch(scope)
      const countTokens = await loadTokenCounter()
      const start = now()
      const embedded = await embed(scope, question, { partition, signal })
      const embedMs = now() - start
      // From here on nothing waits: other calls may bring the partition up to date, and what is ranked must be what is shown.
      const fullContextTokens = partition.transcriptTokens(countTokens)
      const found = { considered: partition.passages.length, fullContextTokens, ms: { embed: embedMs } }
      const spread = without.includes('timeline') ? null : spreadOf(question.text)
      if (spread !== null) {
        const hits = timeline(partition, question, { spread, most: Math.min(most, mostHits) })
        return { ...found, hits: take(hits), found: hits.length }
      }
      const view = viewQuestion(question, partition, cosinesOf(embedded, partition))
      const whole = room !== null && fullContextTokens <= room
      const ranking = rankPassages(view, partition, question, { whole, most: Math.min(most, mostHits) + spare, without })
      const ranked = floor === 0 ? ranking.ranked : ranking.ranked.filter(({ score }) => score >= floor)
      return { ...found, hits: take(buildHits(ranked, { view, partition, question, ranking })), found: ranked.length }
    },
    async explain(scope, question, turnId) {
      const partition = await partitions.openToSearch(scope)
      const embedded = await embed(scope, question, { partition, signal: undefined })
      const view = viewQuestion(question, partition, cosinesOf(embedded, partition))
      const passages = [...partition.passagesOf(turnId)]
      const places = passages.map(([place]) => place)
      return placementsOf(view, partition, question, { places, without }).map(({ score, rank, signals }, index) => {
        return { text: passages[index]?.[1].text ?? '', score: score === null ? null : Math.max(0, score), rank, signals }
      })
    },
  }
}

interface Embedded {
  readonly asked: Float32Array
  readonly vectors: RecordVectors
}

function cosinesOf(embedded: Embedded | null, partition: Partition): Measured | null {
  return embedded === null ? null : embeddedCosines(embedded.asked, partition, embedded.vectors)
}

interface Embedding {
  readonly partition: Partition
  readonly signal: AbortSignal | undefined
}
