import type { Hit, Question, Scope, Signal } from '../domain.ts'
import { loadTokenCounter } from '../lib/tokens.ts'
import { topIndices } from '../lib/top-indices.ts'
import type { Retriever } from '../seams.ts'
import { type FeatureContext, features } from './features.ts'
import { mergeHits } from './merge-hits.ts'
import type { Partition, Passage } from './partition.ts'
import type { PartitionCache } from './partition-cache.ts'
import { viewQuestion } from './question-view.ts'
import { isOffered, subjectsOf } from './subjects-of.ts'

/** Hits at most: far more than any budget takes. */
const mostHits = 100

/**
 * The default: passages by the words of the question in and beside them, by speaker, role and date. Scores lie in 0..1, relative to the best
 * passage for the question; a hit's signals sum to its score. What shares no word and no date with the question is no hit (unless nothing does
 * and a speaker is named: then their words are), and neither is what scores below `floor`.
 */
export function createLexicalRetriever(
  partitions: PartitionCache,
  { floor = 0, now }: { readonly floor?: number; readonly now: () => number },
): Retriever {
  return {
    id: 'lexical/1',
    prepare: async () => {},
    async retrieve(scope: Scope, question: Question) {
      const partition = await partitions.open(scope)
      const countTokens = await loadTokenCounter()
      const start = now()
      const hits = mergeHits(rank(partition, question, floor)).slice(0, mostHits)
      const search = now() - start
      return {
        hits,
        considered: partition.passages.length,
        fullContextTokens: partition.transcriptTokens(countTokens),
        ms: { embed: 0, search },
      }
    },
  }
}

function rank(partition: Partition, question: Question, floor: number): readonly Hit[] {
  const view = viewQuestion(question, partition)
  const asked = features.filter(feature => feature.applies(view))
  const full = asked.reduce((sum, { weight }) => sum + Math.max(0, weight), 0)
  const words = partition.lexical.search(view.terms)
  const most = words.reduce((highest, score) => Math.max(highest, score), 0)
  const best = most === 0 ? 1 : most
  // Where nothing shares a word, what the one speaker said who is asked about stands in.
  const speakerIsEvidence = most === 0 && view.speaker !== null

  // Scanned without allocating; the few that are returned are explained afterwards, by the same terms.
  const scores = new Float64Array(partition.passages.length)
  const context: FeatureContext & { words: number } = { view, partition, words: 0 }
  for (const [index, passage] of partition.passages.entries()) {
    context.words = (words[index] ?? 0) / best
    if (context.words === 0 && view.times.length === 0 && !speakerIsEvidence) continue
    if (!isOffered(passage, partition, question)) continue
    let score = 0
    let evidence = context.words > 0
    for (const { name, weight, value } of asked) {
      const amount = value(passage, context)
      score += (amount * weight) / full
      // A date alone is evidence only where something was said or happened then.
      if (amount === 1 && (name === 'date' || (name === 'speaker' && speakerIsEvidence))) evidence = true
    }
    if (evidence) scores[index] = score
  }

  function explain(index: number, passage: Passage): readonly Signal[] {
    context.words = (words[index] ?? 0) / best
    return asked
      .map(({ name, weight, value }) => ({ name, value: value(passage, context), weight: weight / full }))
      .filter(({ value }) => value !== 0)
  }

  const hits: Hit[] = []
  for (const index of topIndices(scores, 2 * mostHits)) {
    const passage = partition.passages[index]
    const score = scores[index] ?? 0
    if (passage === undefined || score < floor) continue
    const signals = explain(index, passage)
    for (const subject of subjectsOf(passage, partition, question)) {
      const spans = subject.type === 'memory' ? subject.memory.sources : [subject.source]
      hits.push({ subject, score, signals, quotes: spans.map(partition.quote) })
    }
  }
  return hits
}
