import { unknownUsage } from '../domain.ts'
import { EngramError } from '../errors.ts'
import type { CompletionRequest, LanguageModel } from '../seams.ts'

/** A language model for tests: replies what it is told to, in turn, and keeps what it was asked. */
export interface ScriptedModel extends LanguageModel {
  readonly requests: readonly CompletionRequest[]
}

export function createScriptedModel(replies: readonly string[]): ScriptedModel {
  const requests: CompletionRequest[] = []
  return {
    id: 'scripted',
    requests,
    async complete(request) {
      const text = replies[requests.length]
      requests.push(request)
      if (text === undefined) throw new EngramError('no_model', `The scripted model has ${replies.length} replies and was asked once more.`)
      return { text, finish: 'stop', usage: unknownUsage }
    },
  }
}
