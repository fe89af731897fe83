import type { Scope } from '../domain.ts'
import { scopeText } from '../lib/scope-text.ts'
import type { MemoryStore } from '../seams.ts'
import { createPartition, type Partition } from './partition.ts'
import type { PieceVectors } from './passage-vectors.ts'
import { createTextReader } from './text-reader.ts'

/** Opens a space's partition as of now: asks the store what changed since its revision, so that any number of processes may write. */
export interface PartitionCache {
  open(scope: Scope): Promise<Partition>
}

/** What all open partitions may hold, but for the one in use. */
const maxBytes = 512 * 1024 * 1024

/** The table of word pieces is loaded on first need. */
export function createPartitionCache(store: Pick<MemoryStore, 'changes'>, loadTable: () => Promise<PieceVectors>): PartitionCache {
  let read: ReturnType<typeof createTextReader> | null = null
  // In order of last use: a Map keeps the order of insertion.
  const partitions = new Map<string, { readonly partition: Partition; queue: Promise<unknown> }>()

  async function open(scope: Scope): Promise<Partition> {
    const key = scopeText(scope)
    const table = await loadTable()
    read ??= createTextReader(table.tokenIds)
    const entry = partitions.get(key) ?? { partition: createPartition(table, read), queue: Promise.resolve() }
    partitions.delete(key)
    partitions.set(key, entry)
    const { revision } = entry.partition
    const refreshed = entry.queue.then(async () => entry.partition.apply(await store.changes(scope, entry.partition.revision)))
    entry.queue = refreshed.catch(() => undefined)
    await refreshed
    if (entry.partition.revision !== revision) evict(key)
    return entry.partition
  }

  function evict(keep: string): void {
    let total = 0
    for (const { partition } of partitions.values()) total += partition.bytes
    for (const [key, { partition }] of partitions) {
      if (total <= maxBytes) return
      if (key === keep) continue
      partitions.delete(key)
      total -= partition.bytes
    }
  }

  return { open }
}
