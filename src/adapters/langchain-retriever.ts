import { Document } from '@langchain/core/documents'
import { BaseRetriever } from '@langchain/core/retrievers'
import type { MemoryKind, Quote } from '../domain.ts'
import type { RecallOptions, Space } from '../open.ts'

export interface MemoryRetrieverOptions extends Omit<RecallOptions, 'signal'> {
  readonly space: Space
}

/** Of a document: the card it is. */
export interface CardMetadata {
  readonly label: string
  /** null for words that no record was made of. */
  readonly memoryId: string | null
  readonly kind: MemoryKind | null
  /** When it happened, as exactly as the words say. */
  readonly anchor: string | null
  /** When it was said. */
  readonly at: string | null
  readonly speaker: string
  readonly score: number
  /** The exact words it rests on. */
  readonly sources: readonly Quote[]
}

/** A retriever whose documents are the cards for a question, best first. Their text is the card's claim, their id the record's, or the place of the words. */
export function createMemoryRetriever({ space, ...options }: MemoryRetrieverOptions): BaseRetriever<CardMetadata> {
  // LangChain has its retrievers inherit from one class: here, and nowhere else of ours, there is no way around one.
  class MemoryRetriever extends BaseRetriever<CardMetadata> {
    lc_namespace = ['engram-r', 'retrievers']

    static override lc_name(): string {
      return 'MemoryRetriever'
    }

    override async _getRelevantDocuments(query: string): Promise<Document<CardMetadata>[]> {
      const { cards } = await space.recall(query, options)
      return cards.map(({ claim, signals: _, ...metadata }) => {
        const [source] = metadata.sources
        const place = source === undefined ? metadata.label : `${source.turnId}:${source.start}-${source.end}`
        return new Document({ pageContent: claim, metadata, id: metadata.memoryId ?? place })
      })
    }
  }
  return new MemoryRetriever()
}
