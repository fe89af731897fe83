import { setTimeout } from 'node:timers/promises'

/** Waits. Ends early, without an error, when the signal is aborted: whoever waits looks at it next. */
export type Pause = (ms: number, signal: AbortSignal | undefined) => Promise<void>

export const pause: Pause = async (ms, signal) => {
  await setTimeout(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal?.aborted) throw error
  })
}
