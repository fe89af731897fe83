import type { Partition } from './partition.ts'
import type { Passage } from './passage.ts'

interface Entry {
  readonly revision: number
  readonly places: Int32Array
}

/**
 * The places of the passages for which something holds, rising. Worked out once for each revision of a space, and then only where passages have
 * come or changed: a question that follows on something told would else go through the whole space for each such thing.
 */
export function lastingPlaces(holds: (passage: Passage) => boolean): (partition: Partition) => Int32Array {
  const known = new WeakMap<Partition, Entry>()
  return partition => {
    const { revision } = partition
    let entry = known.get(partition)
    if (entry?.revision !== revision) {
      const from = entry === undefined ? 0 : partition.unchangedSince(entry.revision)
      entry = { revision, places: found(partition.passages, { holds, from, before: entry?.places ?? none }) }
      known.set(partition, entry)
    }
    return entry.places
  }
}

const none = new Int32Array(0)

interface Search {
  readonly holds: (passage: Passage) => boolean
  readonly from: number
  /** Up to there they stand. */
  readonly before: Int32Array
}

function found(passages: readonly Passage[], { holds, from, before }: Search): Int32Array {
  let kept = before.length
  while (kept > 0 && (before[kept - 1] ?? 0) >= from) kept--
  const fresh: number[] = []
  for (let index = from; index < passages.length; index++) {
    const passage = passages[index]
    if (passage !== undefined && holds(passage)) fresh.push(index)
  }
  const places = new Int32Array(kept + fresh.length)
  places.set(before.subarray(0, kept))
  places.set(fresh, kept)
  return places
}
