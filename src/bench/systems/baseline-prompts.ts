import type { Message } from '../../domain.ts'
import { abstention } from '../../prompt/templates.ts'
import type { PromptTemplate } from '../../seams.ts'
import type { AskedQuestion } from '../datasets/dataset.ts'

// The baselines are told what the presets' prompts tell, as far as it applies to them.
const brief = 'Give the answer in as few words as it needs, with exact names, numbers and dates; turn relative dates into absolute ones.'
const abstain = (source: string): string => `If ${source} not answer the question, reply exactly: ${abstention}`

export interface TranscriptInput {
  readonly asked: AskedQuestion
  readonly transcript: string
  readonly speakers: readonly string[]
}

/** The transcript stands with the rules, so that the questions on one dialogue share all but their last message. */
export const fullContextPrompt: PromptTemplate<TranscriptInput> = {
  id: 'bench-full-context/1',
  build({ asked, transcript, speakers }) {
    const rules = [
      `Answer a question about the conversation of ${speakers.join(' and ')} that follows. Each session opens with its date.`,
      brief,
      abstain('the conversation does'),
    ]
    return [{ role: 'system', content: `${rules.join('\n')}\n\n${transcript}` }, questionMessage(asked)]
  },
}

export interface PassagesInput {
  readonly asked: AskedQuestion
  readonly passages: readonly string[]
}

export const passagesPrompt: PromptTemplate<PassagesInput> = {
  id: 'bench-passages/1',
  build({ asked, passages }) {
    const rules = ['Answer a question about a conversation from these passages of it.', brief, abstain('the passages do')]
    return [{ role: 'system', content: `${rules.join('\n')}\n\n${passages.join('\n')}` }, questionMessage(asked)]
  },
}

export const noMemoryPrompt: PromptTemplate<{ readonly asked: AskedQuestion }> = {
  id: 'bench-no-memory/1',
  build: ({ asked }) => [
    { role: 'system', content: ['Answer a question about a conversation that you have not seen.', brief].join('\n') },
    questionMessage(asked),
  ],
}

function questionMessage({ text, at }: AskedQuestion): Message {
  const when = at === null ? '' : ` (asked on ${at.replace('T', ' ')})`
  return { role: 'user', content: `Question${when}: ${text}` }
}
