import { explainAbort } from './explain-failure.ts'

/** Settles as the work does, or fails as soon as the signal is aborted: the work is then left to itself. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined, who: string): Promise<Result> {
  if (signal === undefined) return await work
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(explainAbort(signal, who))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
