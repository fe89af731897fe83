import type { Hit } from '../domain.ts'
import type { Retriever } from '../seams.ts'
import { names, operations, ownProvider } from './conventions.ts'
import { storeIdOf } from './store-id.ts'
import { type SpanContent, withSpan } from './with-span.ts'

/** A span "retrieval" for each search of a space. */
export function withRetrieverSpans(retriever: Retriever, { content }: SpanContent): Retriever {
  return {
    id: retriever.id,
    prepare: (scope, options) => retriever.prepare(scope, options),
    explain: (scope, question, turnId) => retriever.explain(scope, question, turnId),
    async retrieve(scope, question, options) {
      return await withSpan(
        {
          name: operations.retrieval,
          kind: 'internal',
          content,
          attributes: {
            [names.operation]: operations.retrieval,
            [names.provider]: ownProvider,
            [names.dataSource]: storeIdOf(scope),
            [names.retrievalQuery]: content ? question.text : null,
          },
          done: ({ hits, considered }) => ({
            [names.considered]: considered,
            [names.documents]: content ? JSON.stringify(hits.map(asDocument)) : null,
          }),
        },
        () => retriever.retrieve(scope, question, options),
      )
    },
  }
}

function asDocument({ subject, score }: Hit): object {
  return { id: subject.type === 'memory' ? subject.memory.id : subject.source.turnId, score }
}
