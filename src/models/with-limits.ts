import type { LimitFunction } from 'p-limit'
import { explainAbort } from '../lib/requests/explain-failure.ts'
import { type Pause, pause } from '../lib/requests/pause.ts'
import { untilAborted } from '../lib/requests/until-aborted.ts'
import type { LanguageModel } from '../seams.ts'

export interface LimitsOptions {
  /** Requests at a time. */
  readonly concurrency?: number
  /** Requests in any minute. Unlimited where not given. */
  readonly requestsPerMinute?: number | undefined
  readonly wait?: Pause
  readonly now?: () => number
}

const minute = 60_000

/** Sends so many requests at a time and a minute; the others wait in the order in which they came, and may be stopped while they wait. */
export function withLimits(
  model: LanguageModel,
  { concurrency = 4, requestsPerMinute, wait = pause, now = () => performance.now() }: LimitsOptions = {},
): LanguageModel {
  const who = `The model ${model.id}`
  let loading: Promise<LimitFunction> | null = null
  const sent: number[] = []
  /** One after another, so that each sees when those before it were sent. */
  let turn: Promise<unknown> = Promise.resolve()
  const pace = async (most: number, signal: AbortSignal | undefined) => {
    for (let first = sent.at(-most); first !== undefined && now() < first + minute && !signal?.aborted; )
      await wait(first + minute - now(), signal)
    if (signal?.aborted) throw explainAbort(signal, who)
    sent.push(now())
    sent.splice(0, sent.length - most)
  }
  return {
    id: model.id,
    async complete(request) {
      const { signal } = request
      loading ??= import('p-limit').then(({ default: pLimit }) => pLimit(concurrency))
      const limit = await loading
      const work = limit(async () => {
        if (signal?.aborted) throw explainAbort(signal, who)
        if (requestsPerMinute !== undefined) {
          const paced = turn.then(() => pace(requestsPerMinute, signal))
          turn = paced.catch(() => {})
          await paced
        }
        return await model.complete(request)
      })
      return await untilAborted(work, signal, who)
    },
  }
}
