import type { CountTokens } from '../../seams.ts'

/** One item as it stands in a reply: a line of its text, and an entry of its structured content. */
export interface Shown<Entry> {
  readonly line: string
  readonly entry: Entry
}

export interface FitOptions<Item, Entry> {
  /** Tokens for all of them. */
  readonly room: number
  readonly countTokens: CountTokens
  /** `most`: characters of each text in it. */
  readonly show: (item: Item, most: number) => Shown<Entry>
}

/** Characters of a text before it is a preview; fewer where even one would not fit: a text may take several tokens a character. */
const previews: readonly number[] = [600, 150, 30]

/** The first items, as many as fit; the first one always, cut as short as it must be. */
export function fitEntries<Item, Entry>(
  items: readonly Item[],
  { room, countTokens, show }: FitOptions<Item, Entry>,
): readonly Shown<Entry>[] {
  const shown: Shown<Entry>[] = []
  let left = room
  const costOf = ({ line, entry }: Shown<Entry>): number => countTokens(asSent(`${line}\n`)) + countTokens(`${asSent(entry)},`)
  for (const item of items) {
    const fitting =
      previews
        .values()
        .map(most => show(item, most))
        .find(candidate => costOf(candidate) <= room) ?? show(item, 0)
    const cost = costOf(fitting)
    if (cost > left && shown.length > 0) break
    shown.push(fitting)
    left -= cost
  }
  return shown
}

/** Replies are counted as they go over the wire, with JSON's escapes. */
export function asSent(value: unknown): string {
  return JSON.stringify(value)
}
