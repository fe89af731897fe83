import { findCut } from '../../lib/words/find-cut.ts'

export interface PageOptions {
  readonly room: number
  /** Tokens of a stretch of the text, in all the forms in which it is sent. */
  readonly cost: (text: string) => number
}

/** Where a page of a text that begins at `start` ends, so that it costs at most so much. Always after `start`, unless that is its end. */
export function endOfPage(text: string, start: number, { room, cost }: PageOptions): number {
  // Most texts have four characters a token.
  let most = Math.max(1, Math.floor(room * 4))
  for (;;) {
    const end = text.length - start <= most ? text.length : findCut(text, { start, end: text.length }, most)
    const taken = cost(text.slice(start, end))
    if (taken <= room || most === 1) return end
    most = Math.max(1, Math.floor(Math.min(most, end - start) * (room / taken) * 0.95))
  }
}
