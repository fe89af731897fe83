import type { DumpEntry } from '../seams.ts'

/** What others rest on comes first; withheld words before the records that may not rest on them. */
const order: readonly DumpEntry['type'][] = ['turn', 'withheld', 'memory', 'vector', 'dead', 'mark']

export const inRestoreOrder = (entries: readonly DumpEntry[]): readonly DumpEntry[] =>
  order.flatMap(type => entries.filter(entry => entry.type === type))
