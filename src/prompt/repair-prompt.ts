import type { Message } from '../domain.ts'
import type { PromptTemplate } from '../seams.ts'

export interface RepairInput {
  /** That the draft was the reply to. */
  readonly messages: readonly Message[]
  readonly draft: string
  readonly faults: readonly { readonly sentence: string; readonly faults: readonly string[] }[]
}

/** The one repair call: the draft again, with what is wrong with which sentence. */
export const repairPrompt: PromptTemplate<RepairInput> = {
  id: 'repair/1',
  build: ({ messages, draft, faults }) => [
    ...messages,
    { role: 'assistant', content: draft },
    {
      role: 'user',
      content: [
        'Some sentences of that answer do not hold up to the cards:',
        ...faults.map(
          ({ sentence, faults: found }) => `- ${JSON.stringify(sentence)}: ${found.length === 0 ? 'cites no card' : found.join('; ')}`,
        ),
        'Write the whole answer again: correct these sentences from the cards and cite the cards that say so, or leave them out. Add nothing else, no apology and no remark. If nothing is left, reply as told for a question that the cards do not answer.',
      ].join('\n'),
    },
  ],
}
