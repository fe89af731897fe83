import { EngramError } from '../../errors.ts'
import { isBusy } from './explain-error.ts'

/** As long as a person would wait for another process's import. */
const patienceMs = 60_000

/**
 * Runs work again, from its start, for as long as SQLite says that another connection is in the way. Between attempts the event loop is free:
 * SQLite's own waiting would block it. The waits grow to half a second and vary, so that waiting processes don't come back all at once.
 */
export async function retryWhileBusy<Result>(
  work: () => Result,
  { signal, forMs = patienceMs }: { readonly signal?: AbortSignal | undefined; readonly forMs?: number } = {},
): Promise<Result> {
  // Nearly all succeed at once.
  if (!signal?.aborted) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw error
    }
  }
  // Hardly ever needed, so loaded then.
  const { default: pRetry } = await import('p-retry')
  try {
    return await pRetry(work, {
      retries: Number.POSITIVE_INFINITY,
      maxRetryTime: forMs,
      minTimeout: 5,
      maxTimeout: 500,
      factor: 1.5,
      randomize: true,
      signal,
      shouldRetry: ({ error }) => isBusy(error),
    })
  } catch (error) {
    if (!signal?.aborted) throw error
    throw new EngramError('cancelled', 'Stopped on request while waiting for the store; nothing was written.', { cause: error })
  }
}
