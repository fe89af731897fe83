import { explainAbort } from './explain-failure.ts'
import { untilAborted } from './until-aborted.ts'

export interface TimeLimit {
  /** For messages. */
  readonly who: string
  readonly timeoutMs: number
  /** Of the caller; composed with the limit, never instead of it. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs work under a limit. Settles at the limit, or when the caller's signal is aborted, even where the work does not heed the signal that it is
 * given; the timer never outlives the work.
 */
export async function withinTime<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { who, timeoutMs, signal: caller }: TimeLimit,
): Promise<Result> {
  const limit = new AbortController()
  const { signal } = limit
  // Not `AbortSignal.any`: what follows other signals is kept in lists of weak references, which costs more than all else here.
  const leave = (): void => limit.abort(caller?.reason)
  if (caller?.aborted) throw explainAbort(caller, who)
  caller?.addEventListener('abort', leave, { once: true })
  const timer = setTimeout(() => limit.abort(new DOMException(`No answer within ${timeoutMs} ms.`, 'TimeoutError')), timeoutMs)
  try {
    return await untilAborted(work(signal), signal, who)
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', leave)
  }
}
