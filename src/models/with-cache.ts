import { hash } from 'node:crypto'
import { unknownServed } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { explainAbort } from '../lib/requests/explain-failure.ts'
import { untilAborted } from '../lib/requests/until-aborted.ts'
import type { Completion, CompletionRequest, LanguageModel } from '../seams.ts'
import type { CompletionCache } from './completion-cache.ts'

export interface CacheOptions {
  readonly cache: CompletionCache
  /** replay-only: what is not recorded fails with not_recorded, and no request is ever sent. */
  readonly mode?: 'record' | 'replay-only'
  /** Milliseconds. */
  readonly now?: () => number
}

/**
 * Answers what was asked before as it was answered then: the same messages, format, effort, temperature, most tokens and sample, of a model of the
 * same id. Failures and refusals are not kept. Requests that are the same and run at once are one; those that wait for it are replays too.
 */
export function withCache(model: LanguageModel, { cache, mode = 'record', now = () => performance.now() }: CacheOptions): LanguageModel {
  const running = new Map<string, Promise<Completion>>()
  const who = `The model ${model.id}`
  return {
    id: model.id,
    async complete(request) {
      const start = now()
      const key = keyOf(model.id, request)
      const { signal } = request
      const replay = (completion: Completion): Completion => {
        if (completion.text !== '') request.onText?.(completion.text)
        const { usage, finish, served = unknownServed } = completion
        request.onCall?.({ model: model.id, served, finish, usage, replayed: true, ms: now() - start, cost: 0, failed: null })
        return completion
      }
      for (;;) {
        if (signal?.aborted) throw explainAbort(signal, who)
        const kept = await cache.read(key)
        if (kept !== null) return replay(kept)
        if (mode === 'replay-only') {
          throw new EngramError('not_recorded', `${who} has no recorded answer to this in ${cache.path}. Run it once without replay-only.`)
        }
        const other = running.get(key)
        if (other === undefined) return await ask(key, request)
        try {
          return replay(await untilAborted(other, signal, who))
        } catch (error) {
          // Whoever asked first was stopped, or had less time: no reason to fail for us.
          if (signal?.aborted || !(error instanceof EngramError) || (error.code !== 'cancelled' && error.code !== 'model_timeout'))
            throw error
        }
      }
    },
  }

  async function ask(key: string, request: CompletionRequest): Promise<Completion> {
    const asking = model.complete(request)
    running.set(key, asking)
    try {
      const completion = await asking
      if (completion.finish !== 'refused') await cache.write(key, model.id, completion)
      return completion
    } finally {
      running.delete(key)
    }
  }
}

/** Of all that shapes the answer, in one order; what is not given is null. */
function keyOf(model: string, { messages, format, maxOutputTokens, temperature, effort, sample = 1 }: CompletionRequest): string {
  const asked = [
    1,
    model,
    messages.map(({ role, content }) => [role, content]),
    format === undefined ? null : format.type === 'json' ? ['json'] : ['schema', format.name, format.schema],
    maxOutputTokens ?? null,
    temperature ?? null,
    effort ?? null,
    ...(sample === 1 ? [] : [sample]),
  ]
  return hash('sha256', JSON.stringify(asked), 'hex')
}
