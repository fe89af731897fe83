import type { Memory, Scope, Span, Turn } from '../../domain.ts'
import type { KeptIndex } from '../../seams.ts'
import { sortedBy } from '../dump-order.ts'

/** Everything there is of one space. */
export interface SpaceState {
  readonly scope: Scope
  lastSequence: number
  revision: number
  /** Of the last time that something was taken away. */
  resetRevision: number
  /** By id, in log order. */
  readonly turns: Map<string, StoredTurn>
  /** By id. */
  readonly memories: Map<string, Memory>
  readonly withheld: Map<string, Span>
  readonly marks: Map<string, Mark>
  /** By writer family. */
  readonly leases: Map<string, LeaseState>
  /** By embedder, then memory id. */
  readonly vectors: Map<string, Map<string, Float32Array>>
  index: KeptIndex | null
}

interface Mark {
  readonly sequence: number
  readonly rewoundRevision: number
}

export interface LeaseState {
  readonly fence: number
  readonly claimedAt: number
  /** null when nobody holds it. */
  until: number | null
  attempts: number
  retryAt: number | null
  reason: string | null
}

export interface StoredTurn {
  readonly sequence: number
  readonly turn: Turn
  readonly contentHash: string
  readonly addedRevision: number
  /** Of the last time that a writer read it; 0 before that. */
  readRevision: number
  /** What each writer family has drawn from it, as written. */
  readonly drawn: Map<string, readonly Memory[]>
  /** The writer families that must read it again. */
  readonly rereadBy: Set<string>
  /** Why, by the writer families that have given it up. */
  readonly dead: Map<string, string>
}

export function createSpaceState(scope: Scope, revision: number): SpaceState {
  return {
    scope,
    lastSequence: 0,
    revision,
    resetRevision: revision,
    turns: new Map(),
    memories: new Map(),
    withheld: new Map(),
    marks: new Map(),
    leases: new Map(),
    vectors: new Map(),
    index: null,
  }
}

/** How far a writer has read. */
export const markOf = (space: SpaceState, writer: string): Mark => space.marks.get(writer) ?? { sequence: 0, rewoundRevision: 0 }

interface DeadLetterState {
  readonly turnId: string
  readonly family: string
  readonly reason: string
}

/** In log order, then by family. */
export const deadLettersOf = (space: SpaceState): readonly DeadLetterState[] =>
  [...space.turns.values()].flatMap(({ turn, dead }) =>
    sortedBy([...dead], ([family]) => [family]).map(([family, reason]) => ({ turnId: turn.id, family, reason })),
  )

export function clearFailures(space: SpaceState, family: string): void {
  const lease = space.leases.get(family)
  if (lease !== undefined) Object.assign(lease, { attempts: 0, retryAt: null, reason: null })
}

export const turnIdsOf = ({ turnId, sources }: Memory): ReadonlySet<string> => new Set([turnId, ...sources.map(source => source.turnId)])

export const spanKey = (span: Span): string => JSON.stringify([span.turnId, span.attachment, span.start, span.end])

/** Takes memories out of a space, their vectors with them. */
export function removeMemories(space: SpaceState, ids: ReadonlySet<string>): void {
  for (const id of ids) {
    const memory = space.memories.get(id)
    const drawn = memory === undefined ? undefined : space.turns.get(memory.turnId)?.drawn
    for (const [family, memories] of drawn ?? []) {
      if (memories.some(other => other.id === id))
        drawn?.set(
          family,
          memories.filter(other => other.id !== id),
        )
    }
    space.memories.delete(id)
    for (const vectors of space.vectors.values()) vectors.delete(id)
  }
}

export const countVectors = (space: SpaceState, ids: Iterable<string>): number => {
  let count = 0
  for (const id of ids) for (const vectors of space.vectors.values()) if (vectors.has(id)) count++
  return count
}
