import type { CardRenderer } from '../seams.ts'

/** The baseline's evidence: the lines of the transcript as they are, no cards to cite. */
export function createTranscriptRenderer(): CardRenderer {
  return {
    id: 'transcript/1',
    render(hits, countTokens) {
      const text = hits.map(({ claim }) => claim).join('\n')
      return { cards: [], text, tokens: hits.reduce((sum, { claim }) => sum + countTokens(`${claim}\n`), 0) }
    },
    cost: ({ claim }, _, countTokens) => countTokens(`${claim}\n`),
  }
}
