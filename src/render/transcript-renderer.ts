import type { CardRenderer } from '../seams.ts'

/** The baseline's evidence: the lines of the transcript as they are, no cards to cite. */
export function createTranscriptRenderer(): CardRenderer {
  return {
    id: 'transcript/1',
    render: hits => ({ cards: [], text: hits.map(({ claim }) => claim).join('\n') }),
    cost: ({ claim }, _, countTokens) => countTokens(`${claim}\n`),
  }
}
