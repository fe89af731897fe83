import pRetry from 'p-retry'
import { EngramError } from '../../errors.ts'
import { explainAbort } from './explain-failure.ts'
import { type Pause, pause } from './pause.ts'
import { faultOf } from './request-fault.ts'

export interface RetryOptions {
  /** Attempts after the first. */
  readonly retries?: number
  /** Of the first wait; each further one is twice as long. */
  readonly minDelayMs?: number
  /** A wait is never longer, and a server that asks for longer is given up at once. */
  readonly maxDelayMs?: number
  readonly wait?: Pause
  readonly now?: () => number
  /** 0 to 1: how far waits vary, so that waiting processes don't come back all at once. */
  readonly random?: () => number
}

export type Retrier = <Result>(
  attempt: () => Promise<Result>,
  options: { readonly who: string; readonly signal?: AbortSignal | undefined; readonly mayRetry?: () => boolean },
) => Promise<Result>

/**
 * Runs requests again that may succeed later: after the time that the server asked for, else after growing waits. All requests of one retrier
 * wait together: what one was told holds for the others. What would fail again is not tried again; a time limit is, once.
 */
export function createRetrier({
  retries = 4,
  minDelayMs = 500,
  maxDelayMs = 60_000,
  wait = pause,
  now = () => performance.now(),
  random = Math.random,
}: RetryOptions = {}): Retrier {
  let quietUntil = 0
  return async (attempt, { who, signal, mayRetry = () => true }) => {
    const untilQuietEnds = async () => {
      for (let left = quietUntil - now(); left > 0; left = quietUntil - now()) {
        if (signal?.aborted) break
        await wait(left, signal)
      }
      if (signal?.aborted) throw explainAbort(signal, who)
    }
    let limits = 0
    return await pRetry(
      async () => {
        await untilQuietEnds()
        return await attempt()
      },
      {
        retries,
        minTimeout: 0,
        shouldRetry({ error, attemptNumber }) {
          const limited = error instanceof EngramError && error.code === 'model_timeout'
          if (limited) limits++
          if (signal?.aborted || !mayRetry() || limits > 1 || !isRetryable(error)) return false
          const asked = faultOf(error)?.askedWaitMs ?? null
          if (asked !== null && asked > maxDelayMs) return false
          const grown = Math.min(minDelayMs * 2 ** (attemptNumber - 1), maxDelayMs)
          const delay = asked === null ? grown * (0.5 + random() / 2) : asked + random() * Math.min(grown, asked / 4)
          quietUntil = Math.max(quietUntil, now() + delay)
          return true
        },
      },
    )
  }
}

/** An error without a fault, as of a model that a user wrote, goes by its code. */
const isRetryable = (error: unknown): boolean =>
  faultOf(error)?.retryable ?? (error instanceof EngramError && (error.code === 'model_unavailable' || error.code === 'model_timeout'))
