import type { BackgroundWriter, Written } from '../seams.ts'
import { names, operations, ownProvider } from './conventions.ts'
import { type SpanContent, withSpan } from './with-span.ts'

/** A span for each batch of turns whose records a model writes in the place of the rules'. */
export function withWriterSpans(writer: BackgroundWriter, { content }: SpanContent): BackgroundWriter {
  return {
    ...writer,
    async write(turns, signal) {
      return await withSpan(
        {
          name: operations.update,
          kind: 'internal',
          content,
          attributes: { [names.operation]: operations.update, [names.provider]: ownProvider },
          done: ({ memories }: Written) => ({ [names.recordCount]: memories.length }),
        },
        () => writer.write(turns, signal),
      )
    },
  }
}
