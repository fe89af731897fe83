import type { Hit } from '../domain.ts'
import { loadTokenCounter } from '../lib/tokens.ts'
import { transcriptOf } from '../lib/transcript.ts'
import type { Retriever } from '../seams.ts'
import type { PartitionCache } from './partition-cache.ts'

/** The paper's baseline (section 4.2): every turn, in log order, nothing chosen. */
export function createFullContextRetriever(partitions: PartitionCache): Retriever {
  return {
    id: 'full-context/1',
    prepare: async () => {},
    async retrieve(scope, _, { take }) {
      const partition = await partitions.open(scope)
      const countTokens = await loadTokenCounter()
      const hits = partition.turns.map((turn, index): Hit => {
        const quote = partition.quote({ turnId: turn.id, attachment: null, start: 0, end: turn.text.length })
        const text = transcriptOf(turn, partition.turns[index - 1] ?? null).trimEnd()
        return {
          subject: { type: 'passage', speaker: turn.speaker, at: turn.at, text, source: quote },
          claim: text,
          short: text,
          deviation: null,
          score: 1,
          signals: [],
          quotes: [quote],
        }
      })
      return {
        hits: take(hits),
        found: hits.length,
        considered: hits.length,
        fullContextTokens: partition.transcriptTokens(countTokens),
        ms: { embed: 0 },
      }
    },
    /** Nothing is chosen, so there is nothing to explain. */
    explain: async () => [],
  }
}
