import type { MemoryKind, Scope } from '../../domain.ts'
import { prevailing } from '../../lib/prevailing.ts'
import { scopeKey } from '../../lib/scope-key.ts'
import type { AccessKey, DumpEntry, ForgetReceipt, KeptIndex, SpaceSummary, Store } from '../../seams.ts'
import { checkDerived } from '../check-derived.ts'
import { checkReader } from '../check-reader.ts'
import { checkVectors, vectorsByEmbedder } from '../check-vectors.ts'
import { sortedBy } from '../dump-order.ts'
import type { DumpProgress } from '../dump-progress.ts'
import { checkNotCancelled, unknownSpace } from '../store-errors.ts'
import { timeRange } from '../turn-times.ts'
import { dumpSpace } from './dump.ts'
import { countAll, planForgetting } from './forget.ts'
import { changesSince, putDerived } from './memory-records.ts'
import { restoreEntries } from './restore.ts'
import { createSpaceState, type SpaceState } from './space-state.ts'
import { appendTurns, unreadBatches } from './turn-log.ts'
import { createWorkQueue } from './work-queue.ts'

/** A store that lives as long as its process: for tests, and for memory that should not outlive a run. Behaves as the SQLite store. */
export function openMemoryStore(): Store {
  const spaces = new Map<string, SpaceState>()
  const progressOf = new Map<string, DumpProgress>()
  const keys = new Map<string, AccessKey>()
  // A space that is made anew must meet no revision that a reader has seen of the old one, and no fence of a holder.
  let firstRevision = 0

  const keyOf = (scope: Scope): string => scopeKey(scope).toString('hex')
  const find = (scope: Scope): SpaceState | undefined => spaces.get(keyOf(scope))

  function findOrThrow(scope: Scope): SpaceState {
    const space = find(scope)
    if (space === undefined) throw unknownSpace(scope)
    return space
  }

  function findOrCreate(scope: Scope): SpaceState {
    const key = keyOf(scope)
    const space = spaces.get(key) ?? createSpaceState(scope, firstRevision)
    spaces.set(key, space)
    return space
  }

  function dimensionsOf(scope: Scope, embedder: string): number | null {
    for (const vector of find(scope)?.vectors.get(embedder)?.values() ?? []) return vector.length
    return null
  }

  function forgetAll(scope: Scope, dryRun: boolean): ForgetReceipt {
    const space = findOrThrow(scope)
    const receipt = countAll(space)
    if (dryRun) return receipt
    firstRevision = Math.max(firstRevision, space.revision + 1, ...[...space.leases.values()].map(({ fence }) => fence + 1))
    spaces.delete(keyOf(scope))
    progressOf.delete(keyOf(scope))
    return receipt
  }

  return {
    ...createWorkQueue(spaces),

    async append(scope, turns, signal) {
      checkNotCancelled(signal)
      if (turns.length === 0) return { added: 0, duplicates: 0, conflicts: [] }
      return appendTurns(findOrCreate(scope), turns)
    },

    unread(scope, writer) {
      checkReader(writer)
      return unreadBatches(() => find(scope), writer)
    },

    async put(scope, derived) {
      checkDerived(derived)
      const space = find(scope)
      return space !== undefined && putDerived(space, derived)
    },

    async changes(scope, since) {
      const space = find(scope)
      return space === undefined ? { revision: 0, reset: since > 0, turns: [], memories: [], withheld: [] } : changesSince(space, since)
    },

    async rewind(scope, writer) {
      const space = findOrThrow(scope)
      space.revision++
      space.marks.set(writer, { sequence: 0, rewoundRevision: space.revision })
    },

    async putVectors(scope, embedder, vectors) {
      checkVectors(embedder, vectors, dimensionsOf(scope, embedder))
      const space = find(scope)
      const present = [...vectors].filter(([id]) => space?.memories.has(id))
      if (space === undefined || present.length === 0) return
      const stored = space.vectors.get(embedder) ?? new Map<string, Float32Array>()
      for (const [id, vector] of present) stored.set(id, vector.slice())
      space.vectors.set(embedder, stored)
      space.revision++
    },

    async vectors(scope, embedder, memoryIds) {
      const wanted = memoryIds === undefined ? null : new Set(memoryIds)
      const all = [...(find(scope)?.vectors ?? [])].map(([by, vectors]) => ({
        by,
        vectors: new Map([...vectors].filter(([id]) => wanted?.has(id) ?? true)),
      }))
      const others = all.filter(({ by, vectors }) => by !== embedder && vectors.size > 0).map(({ by }) => by)
      return { vectors: all.find(({ by }) => by === embedder)?.vectors ?? new Map(), others: others.sort() }
    },

    async putIndex(scope, index) {
      const space = find(scope)
      if (space === undefined || index.revision < space.resetRevision || index.revision > space.revision) return false
      space.index = { ...index, bytes: index.bytes.slice() }
      return true
    },

    async index(scope, format) {
      const index = indexOf(find(scope))
      return index?.format === format ? { ...index, bytes: index.bytes.slice() } : null
    },

    async indexed(scope) {
      return indexOf(find(scope))?.turns ?? 0
    },

    async logged(scope, { after, limit }) {
      const turns = [...(find(scope)?.turns.values() ?? [])].filter(({ sequence }) => sequence > after)
      return turns.slice(0, limit).map(({ sequence, turn }) => ({ sequence, turn, tokens: null }))
    },

    async held(scope, turnIds) {
      const turns = find(scope)?.turns
      return new Set(turnIds.filter(id => turns?.has(id)))
    },

    async spaces(page) {
      const sorted = sortedBy([...spaces.values()], ({ scope }) => [scope.tenant, scope.space])
      if (page === undefined) return sorted.map(summarise)
      const { tenant, after, limit } = page
      const wanted = sorted.filter(({ scope }) => scope.tenant === tenant && (after === null || scope.space > after))
      return wanted.slice(0, limit).map(summarise)
    },

    async spaceNames(tenant) {
      const own = [...spaces.values()].filter(({ scope }) => scope.tenant === tenant)
      return own.map(({ scope }) => scope.space).sort()
    },

    async summary(scope) {
      const space = find(scope)
      return space === undefined ? null : summarise(space)
    },

    async has(scope) {
      return find(scope) !== undefined
    },

    async forget(scope, selection, { dryRun }) {
      if (selection.type === 'all') return forgetAll(scope, dryRun)
      const { receipt, apply } = planForgetting(findOrThrow(scope), selection)
      if (!dryRun) apply()
      return receipt
    },

    async *dump(scope) {
      yield* dumpSpace(findOrThrow(scope))
    },

    async restore(scope, entries) {
      for (const [embedder, vectors] of vectorsByEmbedder(entries)) checkVectors(embedder, vectors, dimensionsOf(scope, embedder))
      const isEmpty = find(scope) === undefined && !entries.some(isTurn)
      if (isEmpty) return { added: 0, duplicates: 0, conflicts: [] }
      const { receipt, progress } = restoreEntries(findOrCreate(scope), entries, progressOf.get(keyOf(scope)))
      progressOf.set(keyOf(scope), progress)
      return receipt
    },

    async addKey(key) {
      keys.set(key.id, key)
    },

    async findKey(id) {
      return keys.get(id) ?? null
    },

    async keys(tenant) {
      const wanted = [...keys.values()].filter(key => tenant === null || key.tenant === tenant)
      return sortedBy(wanted, ({ id }) => [id])
    },

    async removeKey(tenant, id) {
      return keys.get(id)?.tenant === tenant && keys.delete(id)
    },

    async close() {},
  }
}

/** As long as nothing was taken away since it was made. */
function indexOf(space: SpaceState | undefined): KeptIndex | null {
  const index = space?.index ?? null
  return index === null || space === undefined || index.revision < space.resetRevision ? null : index
}

const isTurn = ({ type }: DumpEntry): boolean => type === 'turn'

function summarise({ scope, turns, vectors, revision }: SpaceState): SpaceSummary {
  const memories = [...turns.values()].flatMap(({ drawn }) => prevailing([...drawn.values()].flat()))
  const count = (kind: MemoryKind): number => memories.filter(({ body }) => body.kind === kind).length
  return {
    scope,
    turns: turns.size,
    memories: { episodic: count('episodic'), semantic: count('semantic'), procedural: count('procedural') },
    vectors: [...vectors.values()].reduce((sum, { size }) => sum + size, 0),
    revision,
    ...timeRange([...turns.values()].map(({ turn }) => turn.at)),
  }
}
