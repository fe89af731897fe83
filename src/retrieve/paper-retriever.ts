import { type Hit, type Memory, memoryKinds, type Question, type Scope } from '../domain.ts'
import { memoryText } from '../lib/memory-text.ts'
import { loadTokenCounter } from '../lib/tokens.ts'
import type { Embedder, Retriever, VectorStore } from '../seams.ts'
import { mergeHits } from './merge-hits.ts'
import type { Partition } from './partition.ts'
import type { PartitionCache } from './partition-cache.ts'
import { createQuestionEmbedder } from './question-embedder.ts'
import { createExactVectors, type RecordVectors } from './record-vectors.ts'
import { withinLimits } from './subjects-of.ts'
import { loadVectors } from './vector-banks.ts'

export interface PaperRetrieverParts {
  readonly partitions: PartitionCache
  readonly store: VectorStore
  readonly embedder: Embedder
  /** Where a question's vector is zero: nothing is near it, words may be. */
  readonly fallback: Retriever
  /** The paper's k: 20. */
  readonly perBank?: number | undefined
  /** Each speaker's records are searched apart, as in the paper (true). */
  readonly speakerBanks?: boolean | undefined
  readonly now: () => number
}

/**
 * The paper's dense typed retrieval (section A.5): R_k(q) = the top k by cosine within each kind, in each speaker's bank where the dialogue
 * has several speakers; their union, deduplicated, by score. Truncate_K is the budget's.
 */
export function createPaperRetriever(parts: PaperRetrieverParts): Retriever {
  const { partitions, store, embedder, fallback, perBank = 20, speakerBanks = true, now } = parts
  const embedQuestion = createQuestionEmbedder(embedder)
  return {
    id: `paper/1 k=${perBank}${speakerBanks ? '' : ' one bank a kind'} ${embedder.id}`,
    async prepare(scope, { migrate, signal }) {
      await loadVectors(scope, { partition: await partitions.open(scope), make: createExactVectors, store, embedder, migrate, signal })
    },
    async retrieve(scope: Scope, question: Question, options) {
      const { take, signal } = options
      const partition = await partitions.open(scope)
      const vectors = await loadVectors(scope, { partition, make: createExactVectors, store, embedder, migrate: false, signal })
      const countTokens = await loadTokenCounter()
      const start = now()
      const asked = await embedQuestion(question.text, signal)
      const embed = now() - start
      if (asked.every(value => value === 0)) return fallback.retrieve(scope, question, options)
      const { ranked, considered } = rank(partition, question, { asked, vectors, k: perBank, speakerBanks })
      const hits = mergeHits(ranked)
      return {
        hits: take(hits),
        found: hits.length,
        considered,
        fullContextTokens: partition.transcriptTokens(countTokens),
        ms: { embed },
      }
    },
    async explain(scope, question, turnId) {
      const partition = await partitions.open(scope)
      const vectors = await loadVectors(scope, { partition, make: createExactVectors, store, embedder, migrate: false, signal: undefined })
      const asked = await embedQuestion(question.text)
      const { ranked } = rank(partition, question, { asked, vectors, k: vectors.size, speakerBanks })
      return partition.memoriesOf(turnId).map(({ id, body }) => {
        const place = ranked.findIndex(({ subject }) => subject.type === 'memory' && subject.memory.id === id)
        const hit = ranked[place]
        return {
          text: memoryText(body),
          score: hit?.score ?? null,
          rank: hit === undefined ? null : place + 1,
          signals: hit?.signals ?? [],
        }
      })
    },
  }
}

interface Dense {
  readonly asked: Float32Array
  readonly vectors: RecordVectors
  readonly k: number
  readonly speakerBanks: boolean
}

function rank(partition: Partition, question: Question, { asked, vectors, k, speakerBanks }: Dense): Ranked {
  const kinds = question.kinds ?? memoryKinds
  const isWithin = withinLimits(question)
  const cosines = vectors.cosines(asked)
  const sections = new Map<string, { readonly memory: Memory; readonly score: number }[]>()
  for (const memory of partition.memories()) {
    const place = vectors.placeOf(memory.id)
    if (place === undefined || !kinds.includes(memory.body.kind) || !isWithin(memory)) continue
    const section = JSON.stringify([memory.body.kind, speakerBanks ? memory.speaker : null])
    const entry = { memory, score: cosines[place] ?? 0 }
    const entries = sections.get(section)
    if (entries === undefined) sections.set(section, [entry])
    else entries.push(entry)
  }
  const ranked = [...sections.values()]
    .flatMap(entries => entries.sort(byScore).slice(0, k))
    .sort(byScore)
    .map(
      ({ memory, score }): Hit => ({
        subject: { type: 'memory', memory },
        claim: memoryText(memory.body),
        short: memoryText(memory.body),
        deviation: null,
        score,
        signals: [{ name: 'cosine', value: score, weight: 1 }],
        quotes: memory.sources.map(partition.quote),
      }),
    )
  return { ranked, considered: [...sections.values()].reduce((sum, { length }) => sum + length, 0) }
}

interface Ranked {
  readonly ranked: readonly Hit[]
  /** How many could have been among them. */
  readonly considered: number
}

function byScore(left: { readonly memory: Memory; readonly score: number }, right: typeof left): number {
  return right.score - left.score || (left.memory.id < right.memory.id ? -1 : 1)
}
