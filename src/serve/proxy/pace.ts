import { setImmediate } from 'node:timers/promises'

/** Resolves when work that keeps the process busy may begin. */
export type Pace = () => Promise<void>

/**
 * Lets one piece of work begin in each round of the event loop, at once where none has: when many requests come together, what goes by for the others
 * need not wait until all have been searched for.
 */
export function createPace(): Pace {
  let last: Promise<void> = Promise.resolve()
  return () => {
    const mine = last
    last = mine.then(() => setImmediate())
    return mine
  }
}
