import { setImmediate } from 'node:timers/promises'

/** As long as a few recalls. */
const mostAtOnceMs = 10

/** Takes all steps, and lets others go on in between: for what takes seconds where there is much. What takes no longer than one pause is done at once. */
export async function inSteps(steps: Iterable<void>): Promise<void> {
  let begun = performance.now()
  for (const _ of steps) {
    if (performance.now() - begun < mostAtOnceMs) continue
    await setImmediate()
    begun = performance.now()
  }
}
