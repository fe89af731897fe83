/** A limit to how long nothing may come. Runs from the start. */
export interface Silence {
  /** From now on, again. */
  begin(): void
  /** Nobody waits for anything. */
  pause(): void
  end(): void
}

/** Calls back once, after so long a silence. One timer for all of a request, set back by each byte: to make one for each costs more than to read it. */
export function createSilence(ms: number, onTooLong: () => void): Silence {
  let isPaused = false
  const timer = setTimeout(() => {
    if (!isPaused) onTooLong()
  }, ms)
  return {
    begin() {
      isPaused = false
      timer.refresh()
    },
    pause() {
      isPaused = true
    },
    end() {
      isPaused = true
      clearTimeout(timer)
    },
  }
}
