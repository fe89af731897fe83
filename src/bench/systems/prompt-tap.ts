import { type Message, unknownUsage } from '../../domain.ts'
import type { LanguageModel } from '../../seams.ts'

/** A model that says nothing and keeps what it was shown: what a system would put before a model. */
export interface PromptTap {
  readonly model: LanguageModel
  /** Runs it and gives the first prompt that it led to; empty where none. */
  firstPrompt(work: () => Promise<unknown>): Promise<readonly Message[]>
}

export function createPromptTap(): PromptTap {
  const seen: (readonly Message[])[] = []
  return {
    model: {
      id: 'prompt-tap',
      async complete({ messages }) {
        seen.push(messages)
        return { text: '', finish: 'stop', usage: unknownUsage }
      },
    },
    async firstPrompt(work) {
      seen.length = 0
      await work()
      return seen[0] ?? []
    },
  }
}
