import { setImmediate } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import type { Scope } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { inSteps } from '../lib/in-steps.ts'
import { scopeText } from '../lib/scope-text.ts'
import type { Changes, IndexStore, MemoryStore, TurnLog } from '../seams.ts'
import { firstOfKept } from './first-of-kept.ts'
import { createPartition, type KeptPartition, type Partition } from './partition.ts'
import type { PieceVectors } from './passage-vectors.ts'
import { createTextReader } from './text-reader.ts'

/** Opens a space's partition as of now: asks the store what changed since its revision, so that any number of processes may write. */
export interface PartitionCache {
  open(scope: Scope): Promise<Partition>
  /** The same with the vectors of its passages brought up to date, which a question would else do in one piece. */
  openToSearch(scope: Scope): Promise<Partition>
  /** That turns were told to a space. */
  told(scope: Scope): void
  /** Resolves when the indexes of spaces that have grown are in the store, so that whoever opens them next need not read all their turns anew. */
  settle(): Promise<void>
}

export interface PartitionCacheParts {
  readonly store: Pick<MemoryStore & TurnLog & IndexStore, 'changes' | 'logged' | 'index' | 'indexed' | 'putIndex'>
  /** The table of word pieces is loaded on first need. */
  readonly loadTable: () => Promise<PieceVectors>
  /** What runs this, as v24.1.0: an engine cuts words, and writes its values as bytes, in its own way. */
  readonly engine: string
  /** What all open partitions may hold together, but for the one in use. */
  readonly maxBytes?: number
}

const usualMaxBytes = 512 * 1024 * 1024

/** Raised whenever a turn is read otherwise, or what is kept of it looks otherwise: a test says when. */
export const indexFormat = 2
/** An index is put into the store when its space has grown by this factor since, so that in all no turn is written down more than a few times. */
const growth = 1.25
/** A space of fewer turns is read as fast as its index. */
const leastIndexed = 100
/** When a memory is closed, spaces that were told something and not asked are indexed, up to so many turns, which takes about a second. */
const mostIndexedUnasked = 20_000

interface Entry {
  readonly partition: Partition
  queue: Promise<unknown>
  /** Turns that the index in the store covers, or that it was last tried to put there with. */
  indexed: number
  /** What it held when that was last looked at. */
  bytes: number
}

export function createPartitionCache({ store, loadTable, engine, maxBytes = usualMaxBytes }: PartitionCacheParts): PartitionCache {
  let tools: Promise<Tools> | null = null
  // In order of last use: a Map keeps the order of insertion.
  const entries = new Map<string, Entry>()
  /** Of all of them. */
  let total = 0
  /** Spaces that have been told something and were not opened since, in the order of that. */
  const news = new Map<string, Scope>()
  let indexing: Promise<void> = Promise.resolve()

  async function loadTools(): Promise<Tools> {
    const table = await loadTable()
    return { table, read: createTextReader(table.tokenIds), format: `${indexFormat} ${table.id} ${engine}` }
  }

  const open = (scope: Scope): Promise<Partition> => openWith(scope, () => {})
  const openToSearch = (scope: Scope): Promise<Partition> => openWith(scope, ({ vectors }) => inSteps(vectors.steps()))

  async function openWith(scope: Scope, prepare: Prepare): Promise<Partition> {
    const key = scopeText(scope)
    tools ??= loadTools()
    const { table, read, format } = await tools
    const entry = entries.get(key) ?? { partition: createPartition(table, read), queue: Promise.resolve(), indexed: 0, bytes: 0 }
    entries.delete(key)
    entries.set(key, entry)
    news.delete(key)
    const refreshed = entry.queue.then(() => refresh(scope, entry, { format, prepare }))
    entry.queue = refreshed.catch(() => undefined)
    await refreshed
    count(key, entry)
    return entry.partition
  }

  async function refresh(
    scope: Scope,
    entry: Entry,
    { format, prepare }: { readonly format: string; readonly prepare: Prepare },
  ): Promise<void> {
    const { partition } = entry
    const changes = await store.changes(scope, partition.revision)
    if (isNothing(changes, partition.revision)) return await prepare(partition)
    const anew = changes.reset || partition.revision === 0
    const kept = anew && changes.turns.length >= leastIndexed ? await keptOf(scope, changes, format) : null
    await inSteps(partition.steps(changes, kept ?? keptInCommon(partition, changes)))
    await prepare(partition)
    if (anew) entry.indexed = kept?.turns ?? 0
    if (!isGrown(partition.turns.length, entry.indexed)) return
    entry.indexed = partition.turns.length
    // Not before whoever opened it had its turn.
    indexing = indexing.then(() => setImmediate()).then(() => putIndex(scope, partition, format))
  }

  /** Read after the changes: one that is there then, and not newer than they are, was made of turns that they hold. */
  async function keptOf(scope: Scope, changes: Changes, format: string): Promise<KeptPartition | null> {
    const index = await store.index(scope, format)
    if (index === null || index.revision > changes.revision || index.turns > changes.turns.length) return null
    try {
      return deserialize(index.bytes)
    } catch {
      // Damaged: as if there were none, and soon there is another.
      return null
    }
  }

  /** When something was forgotten, what was read of the turns before it. */
  function keptInCommon(partition: Partition, changes: Changes): KeptPartition | null {
    const turns = changes.reset ? partition.inCommon(changes) : 0
    return turns < leastIndexed ? null : firstOfKept(partition.keep(), turns)
  }

  /** Nothing is lost where it can't be stored: the next one to open the space reads its turns. */
  async function putIndex(scope: Scope, partition: Partition, format: string): Promise<void> {
    const { revision, turns } = partition
    try {
      await store.putIndex(scope, { format, revision, turns: turns.length, bytes: serialize(partition.keep()) })
    } catch (error) {
      if (!(error instanceof EngramError)) throw error
    }
  }

  async function settle(): Promise<void> {
    let turns = 0
    for (const scope of news.values()) {
      const least = leastGrown(await store.indexed(scope))
      if (!(await reaches(scope, least)) || (await reaches(scope, mostIndexedUnasked - turns))) continue
      turns += (await open(scope)).turns.length
    }
    await indexing
  }

  async function reaches(scope: Scope, sequence: number): Promise<boolean> {
    return (await store.logged(scope, { after: sequence - 1, limit: 1 })).length > 0
  }

  /** Partitions that were opened longest ago go, until the others have room. */
  function count(key: string, entry: Entry): void {
    // Gone meanwhile, while another was opened.
    if (entries.get(key) !== entry) return
    const { bytes } = entry.partition
    total += bytes - entry.bytes
    entry.bytes = bytes
    if (total <= maxBytes) return
    for (const [oldest, other] of entries) {
      if (total <= maxBytes) return
      if (other === entry) continue
      entries.delete(oldest)
      total -= other.bytes
    }
  }

  return {
    open,
    openToSearch,
    told(scope) {
      const key = scopeText(scope)
      news.delete(key)
      news.set(key, scope)
      // More than these are not indexed at once, and a process may run for years.
      if (news.size > mostIndexedUnasked / leastIndexed) news.delete(news.keys().next().value ?? key)
    },
    settle,
  }
}

function isNothing({ reset, revision, turns, memories, withheld }: Changes, since: number): boolean {
  return !reset && revision === since && turns.length + memories.length + withheld.length === 0
}

type Prepare = (partition: Partition) => Promise<void> | void

interface Tools {
  readonly table: PieceVectors
  readonly read: ReturnType<typeof createTextReader>
  readonly format: string
}

const leastGrown = (indexed: number): number => Math.max(leastIndexed, Math.ceil(indexed * growth))

const isGrown = (turns: number, indexed: number): boolean => turns >= leastGrown(indexed)
