import { setImmediate as settled } from 'node:timers/promises'

/** A clock that moves only when all that is under way waits for it. */
export interface VirtualTime {
  readonly now: () => number
  /** Rejects when it is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Lets time pass until this has ended. */
  run<Result>(work: Promise<Result>): Promise<Result>
}

export function createVirtualTime(): VirtualTime {
  let time = 0
  const timers = new Set<{ readonly at: number; readonly ring: () => void }>()

  function wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = { at: time + ms, ring: resolve }
      const abort = (): void => {
        timers.delete(timer)
        reject(signal?.reason)
      }
      if (signal?.aborted) abort()
      else {
        timers.add(timer)
        signal?.addEventListener('abort', abort, { once: true })
      }
    })
  }

  async function run<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false
    const over = work.finally(() => {
      isOver = true
    })
    over.catch(() => undefined)
    for (;;) {
      await settled()
      if (isOver) return over
      const [next] = [...timers].sort((a, b) => a.at - b.at)
      if (next === undefined) throw new Error('All wait for something that is not the clock.')
      timers.delete(next)
      time = Math.max(time, next.at)
      next.ring()
    }
  }

  return { now: () => time, wait, run }
}
