import { createRetrier, type RetryOptions } from '../lib/requests/retry-requests.ts'
import type { LanguageModel } from '../seams.ts'

/**
 * Asks again where that may help; see `createRetrier`. Requests to one wrapped model wait together. An answer of which text has been shown already
 * is not asked for again: it would be shown twice.
 */
export function withRetry(model: LanguageModel, options: RetryOptions = {}): LanguageModel {
  const retry = createRetrier(options)
  return {
    id: model.id,
    async complete(request) {
      const { onText, signal } = request
      let shown = false
      const asked = {
        ...request,
        onText:
          onText &&
          ((text: string) => {
            shown = true
            onText(text)
          }),
      }
      return await retry(() => model.complete(asked), { who: `The model ${model.id}`, signal, mayRetry: () => !shown })
    },
  }
}
