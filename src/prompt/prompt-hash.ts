import { hash } from 'node:crypto'
import type { Turn } from '../domain.ts'
import type { PromptTemplate } from '../seams.ts'
import type { PromptInput } from './templates.ts'

/** Names a template by its exact words: sha256, in hex, of what it builds from marks in place of what it is given. */
export function promptHash<Input>(template: PromptTemplate<Input>, marks: Input): string {
  return hash('sha256', JSON.stringify(template.build(marks)))
}

/** In place of a question and its cards. */
export const questionMarks: PromptInput = {
  question: { text: '{question}', at: '{at}', asOf: null, speakers: null, kinds: null },
  text: '{evidence}',
}

const turn: Turn = { id: '{id}', session: null, speaker: '{speaker}', text: '{text}', at: '{at}', attachments: [] }
/** In place of turns that records are told of. */
export const turnMarks: { readonly before: readonly Turn[]; readonly turns: readonly Turn[]; readonly kinds: readonly string[] } = {
  before: [turn],
  turns: [turn],
  kinds: ['{kinds}'],
}

/** In place of a draft and what is wrong with it. */
export const repairMarks: {
  readonly messages: readonly []
  readonly draft: string
  readonly faults: readonly { readonly sentence: string; readonly faults: readonly string[] }[]
} = { messages: [], draft: '{draft}', faults: [{ sentence: '{sentence}', faults: ['{fault}'] }] }
