import { EngramError } from '../errors.ts'
import type { LanguageModel } from '../seams.ts'

export interface MoreRoomOptions {
  /** How many times as many output tokens are allowed the second time. */
  readonly factor?: number
  /** A second request never asks for more than that. */
  readonly mostOutputTokens?: number
}

/** Where a request does not limit its output the server does, often at about so many. */
const usualLimit = 4096

/**
 * Asks once more, with room for more tokens, where a model gave nothing but reasoning or no text at all. An answer of which text was shown already is
 * never asked for again: it has text.
 */
export function withMoreRoom(model: LanguageModel, { factor = 4, mostOutputTokens = 32_768 }: MoreRoomOptions = {}): LanguageModel {
  return {
    id: model.id,
    async complete(request) {
      try {
        return await model.complete(request)
      } catch (error) {
        const { maxOutputTokens = usualLimit } = request
        const larger = Math.min(maxOutputTokens * factor, mostOutputTokens)
        if (!(error instanceof EngramError) || error.code !== 'model_no_answer' || larger <= maxOutputTokens) throw error
        return await model.complete({ ...request, maxOutputTokens: larger })
      }
    },
  }
}
