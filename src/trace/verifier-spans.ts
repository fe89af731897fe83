import type { Support, Verifier } from '../seams.ts'
import { names } from './conventions.ts'
import { type SpanContent, withSpan } from './with-span.ts'

/** A span "verify" for each list of sentences that is held against the words they cite. */
export function withVerifierSpans(verifier: Verifier, { content }: SpanContent): Verifier {
  return {
    id: verifier.id,
    async verify(claims, options) {
      if (claims.length === 0) return await verifier.verify(claims, options)
      return await withSpan(
        {
          name: 'verify',
          kind: 'internal',
          content,
          attributes: { [names.claims]: claims.length },
          done: (supports: readonly Support[]) => ({
            [names.supported]: supports.filter(({ verdict }) => verdict === 'supported').length,
          }),
        },
        () => verifier.verify(claims, options),
      )
    },
  }
}
