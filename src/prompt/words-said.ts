import { splitReasoning } from '../lib/split-reasoning.ts'
import { withoutMemory } from './chat-prompt.ts'

/**
 * What somebody said in a chat as it is remembered: trimmed, without cards of ours that came back with it and without what a model wrote to
 * itself. It stays the same however often it is sent again.
 */
export function wordsSaid(role: 'user' | 'assistant', text: string): string {
  const words = withoutMemory(text)
  return role === 'assistant' ? splitReasoning(words).text : words.trim()
}
