import type { Scope } from '../../domain.ts'
import { scopeKey } from '../../lib/scope-key.ts'
import { writerFamily } from '../../lib/writer-family.ts'
import type { DeadLetters, Jobs, Lease, WorkQueue } from '../../seams.ts'
import { sortedBy } from '../dump-order.ts'
import { hasJobs } from '../has-jobs.ts'
import { isFree } from '../is-free.ts'
import { unknownSpace } from '../store-errors.ts'
import { clearFailures, deadLettersOf, type LeaseState, type SpaceState, type StoredTurn } from './space-state.ts'
import { unreadTurns } from './turn-log.ts'

export function createWorkQueue(spaces: ReadonlyMap<string, SpaceState>): WorkQueue {
  const keyOf = (scope: Scope): string => scopeKey(scope).toString('hex')

  function findOrThrow(scope: Scope): SpaceState {
    const space = spaces.get(keyOf(scope))
    if (space === undefined) throw unknownSpace(scope)
    return space
  }

  function held({ scope, writer, fence }: Lease): LeaseState | null {
    const lease = spaces.get(keyOf(scope))?.leases.get(writerFamily(writer))
    return lease?.fence === fence && lease.until !== null ? lease : null
  }

  function jobsOf(space: SpaceState, writer: string): Jobs {
    const family = writerFamily(writer)
    const { until: leasedUntil = null, attempts = 0, retryAt = null, reason = null } = space.leases.get(family) ?? {}
    const dead = deadLettersOf(space).filter(letter => letter.family === family)
    return {
      scope: space.scope,
      waiting: unreadTurns(space, writer).length,
      leasedUntil,
      attempts,
      retryAt,
      reason,
      dead: dead.map(({ turnId, reason }) => ({ turnId, reason })),
    }
  }

  function takeOut(space: SpaceState, { writer, turnIds }: DeadLetters): readonly StoredTurn[] {
    const turns = turnIds === null ? [...space.turns.values()] : turnIds.flatMap(id => space.turns.get(id) ?? [])
    return turns.filter(({ dead }) => dead.delete(writerFamily(writer)))
  }

  return {
    async claim(writer, { now, leaseMs, scope }) {
      const family = writerFamily(writer)
      const due = [...spaces].filter(
        ([key, space]) =>
          (scope === null || key === keyOf(scope)) &&
          isFree(space.leases.get(family) ?? null, now) &&
          unreadTurns(space, writer).length > 0,
      )
      const [next] = sortedBy(due, ([key, { leases }]) => [leases.get(family)?.claimedAt ?? Number.NEGATIVE_INFINITY, key])
      if (next === undefined) return null
      const [, space] = next
      const last = space.leases.get(family) ?? { fence: space.revision, attempts: 0, retryAt: null, reason: null }
      const fence = last.fence + 1
      space.leases.set(family, { ...last, fence, claimedAt: now, until: now + leaseMs })
      return { scope: space.scope, writer, fence }
    },

    async renew(lease, { now, leaseMs }) {
      const state = held(lease)
      if (state !== null) state.until = now + leaseMs
      return state !== null
    },

    async release(lease, failure) {
      const state = held(lease)
      if (state === null) return
      state.until = null
      if (failure === null) return
      state.attempts++
      state.retryAt = failure.retryAt
      state.reason = failure.reason
    },

    async jobs(writer, tenant) {
      const wanted = [...spaces.values()].filter(({ scope }) => tenant === undefined || scope.tenant === tenant)
      const all = wanted.map(space => jobsOf(space, writer))
      return sortedBy(all.filter(hasJobs), ({ scope }) => [scope.tenant, scope.space])
    },

    async retry(scope, letters) {
      const space = findOrThrow(scope)
      const family = writerFamily(letters.writer)
      const turns = takeOut(space, letters)
      for (const { rereadBy } of turns) rereadBy.add(family)
      clearFailures(space, family)
      return turns.length
    },

    async drop(scope, letters) {
      return takeOut(findOrThrow(scope), letters).length
    },
  }
}
