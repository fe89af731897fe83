import { type Anchor, precisions } from '../domain.ts'
import type { TimeMention } from '../lib/time/resolve-times.ts'
import type { Stretch } from '../lib/words/stretch.ts'

/** The most exact time that the stretches speak of, the first of equals; null for none. */
export function chooseAnchor(stretches: readonly Stretch[], mentions: readonly TimeMention[]): Anchor | null {
  let best: Anchor | null = null
  for (const { start, end, anchor } of mentions) {
    if (anchor === null || !stretches.some(stretch => start >= stretch.start && end <= stretch.end)) continue
    if (best === null || precisions.indexOf(anchor.precision) < precisions.indexOf(best.precision)) best = anchor
  }
  return best
}
