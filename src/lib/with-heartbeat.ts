export interface Heartbeat {
  readonly everyMs: number
  /** False when what it keeps alive is lost. */
  readonly beat: () => Promise<boolean>
  /** Rejects when it is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
  readonly signal: AbortSignal | undefined
}

/**
 * Runs something and keeps a lease on it alive meanwhile. True when it has ended; false, at once, when the lease was lost. Rejects, at once, when
 * it is aborted or a beat fails. `held` is aborted in all these cases: what runs on in spite of it is not waited for.
 */
export async function withHeartbeat(
  { everyMs, beat, wait, signal }: Heartbeat,
  run: (held: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const ended = new AbortController()
  const stopped = new AbortController()
  const held = AbortSignal.any(signal === undefined ? [stopped.signal] : [stopped.signal, signal])

  async function keepBeating(): Promise<false> {
    do await wait(everyMs, ended.signal)
    while (await beat())
    return false
  }

  const aborted = new Promise<never>((_, reject) => {
    held.addEventListener('abort', () => reject(held.reason), { once: true })
  })
  try {
    held.throwIfAborted()
    return await Promise.race([run(held).then(() => true), keepBeating(), aborted])
  } finally {
    ended.abort()
    stopped.abort()
  }
}
