import type { Embedder } from '../seams.ts'
import { metricNames, names, operations } from './conventions.ts'
import { type SpanContent, withSpan } from './with-span.ts'

/** A span "embeddings {model}" for each list of texts. */
export function withEmbedderSpans(embedder: Embedder, { content }: SpanContent): Embedder {
  const { id, dimensions } = embedder
  return {
    id,
    dimensions,
    async embed(texts, signal) {
      return await withSpan(
        {
          name: `${operations.embeddings} ${id}`,
          kind: 'client',
          content,
          duration: metricNames.embeddingsDuration,
          attributes: {
            [names.operation]: operations.embeddings,
            [names.requestModel]: id,
            [names.dimensions]: dimensions,
            [names.texts]: texts.length,
          },
        },
        () => embedder.embed(texts, signal),
      )
    },
  }
}
