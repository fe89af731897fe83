import type { Partition } from './partition.ts'

/** What depends on a space alone and not on the question: worked out once for each revision of it. */
export function lasting<Value>(make: (partition: Partition) => Value): (partition: Partition) => Value {
  const known = new WeakMap<Partition, { readonly revision: number; readonly value: Value }>()
  return partition => {
    const { revision } = partition
    let entry = known.get(partition)
    if (entry?.revision !== revision) {
      entry = { revision, value: make(partition) }
      known.set(partition, entry)
    }
    return entry.value
  }
}
