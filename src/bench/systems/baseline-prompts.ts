import type { Message } from '../../domain.ts'
import { abstention } from '../../prompt/templates.ts'
import type { AskedQuestion } from '../datasets/dataset.ts'

// The baselines are told what the presets' prompts tell, as far as it applies to them.
const brief = 'Give the answer in as few words as it needs, with exact names, numbers and dates; turn relative dates into absolute ones.'
const abstain = (source: string): string => `If ${source} not answer the question, reply exactly: ${abstention}`

/** The transcript stands with the rules, so that the questions on one dialogue share all but their last message. */
export function fullContextPrompt(transcript: string, speakers: readonly string[], asked: AskedQuestion): readonly Message[] {
  const rules = [
    `Answer a question about the conversation of ${speakers.join(' and ')} that follows. Each session opens with its date.`,
    brief,
    abstain('the conversation does'),
  ]
  return [{ role: 'system', content: `${rules.join('\n')}\n\n${transcript}` }, questionMessage(asked)]
}

export function plainRagPrompt(passages: readonly string[], asked: AskedQuestion): readonly Message[] {
  const rules = ['Answer a question about a conversation from these passages of it.', brief, abstain('the passages do')]
  return [{ role: 'system', content: `${rules.join('\n')}\n\n${passages.join('\n')}` }, questionMessage(asked)]
}

export function noMemoryPrompt(asked: AskedQuestion): readonly Message[] {
  return [
    { role: 'system', content: ['Answer a question about a conversation that you have not seen.', brief].join('\n') },
    questionMessage(asked),
  ]
}

function questionMessage({ text, at }: AskedQuestion): Message {
  const when = at === null ? '' : ` (asked on ${at.replace('T', ' ')})`
  return { role: 'user', content: `Question${when}: ${text}` }
}
