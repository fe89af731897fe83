import type { Hit } from '../domain.ts'
import { memoryText } from '../lib/memory-text.ts'
import type { CardRenderer } from '../seams.ts'

/** The baseline's evidence: the lines of the transcript as they are, no cards to cite. */
export function createTranscriptRenderer(): CardRenderer {
  return {
    id: 'transcript/1',
    render: hits => ({ cards: [], text: hits.map(textOf).join('\n') }),
    addition: hit => `${textOf(hit)}\n`,
  }
}

function textOf({ subject }: Hit): string {
  return subject.type === 'passage' ? subject.text : memoryText(subject.memory.body)
}
