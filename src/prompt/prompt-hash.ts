import { hash } from 'node:crypto'
import type { PromptTemplate } from '../seams.ts'
import type { PromptInput } from './templates.ts'

/** Names a template by its exact words: sha256 of what it builds from marks in place of the question and the cards. */
export function promptHash(template: PromptTemplate<PromptInput>): string {
  const marked = template.build({
    question: { text: '{question}', at: '{at}', asOf: null, speakers: null, kinds: null },
    text: '{evidence}',
  })
  return hash('sha256', JSON.stringify(marked))
}
