import type { Scope } from '../../domain.ts'
import { writerFamily } from '../../lib/writer-family.ts'
import type { DeadLetters, Jobs, Lease, WorkQueue } from '../../seams.ts'
import { sortedBy } from '../dump-order.ts'
import { hasJobs } from '../has-jobs.ts'
import { isFree } from '../is-free.ts'
import type { Holder } from './leases.ts'
import type { SpaceRow } from './spaces.ts'
import type { Tables } from './tables.ts'

export function createWorkQueue({ connection, spaces, turns, marks, leases, deadLetters }: Tables): WorkQueue {
  /** Compare and set of one row: null where another has claimed the space meanwhile. */
  function take(scope: Scope, writer: string, { now, until }: { readonly now: number; readonly until: number }): Lease | null {
    const family = writerFamily(writer)
    const space = spaces.find(scope)
    if (space === null) return null
    const last = leases.of(space, family)
    if (!isFree(last, now)) return null
    // Above the revision, so that no fence of a space that has been forgotten is met again in one of its name.
    const fence = (last?.fence ?? space.revision) + 1
    leases.take(space, family, { fence, now, until })
    return { scope, writer, fence }
  }

  /** null where there is no such space any more. */
  const ofHolder = ({ scope, writer, fence }: Lease): { readonly space: SpaceRow; readonly holder: Holder } | null => {
    const space = spaces.find(scope)
    return space === null ? null : { space, holder: { family: writerFamily(writer), fence } }
  }

  function jobsOf(scope: Scope, writer: string): Jobs | null {
    const space = spaces.find(scope)
    if (space === null) return null
    const family = writerFamily(writer)
    const { sequence: mark } = marks.of(space, writer)
    const lease = leases.of(space, family)
    return {
      scope,
      waiting: turns.countAfter(space, mark) + marks.countDue(space, family, mark),
      leasedUntil: lease?.until ?? null,
      attempts: lease?.attempts ?? 0,
      retryAt: lease?.retryAt ?? null,
      reason: lease?.reason ?? null,
      dead: deadLetters
        .all(space)
        .filter(letter => letter.family === family)
        .map(({ turnId, reason }) => ({ turnId, reason })),
    }
  }

  /** Their sequences. */
  function takeOut(space: SpaceRow, { writer, turnIds }: DeadLetters): readonly number[] {
    const family = writerFamily(writer)
    const ids = turnIds ?? deadLetters.all(space).map(({ turnId }) => turnId)
    return ids.flatMap(id => turns.sequenceOf(space, id) ?? []).filter(sequence => deadLetters.remove(space, sequence, family))
  }

  return {
    async claim(writer, { scope: only, now, leaseMs }) {
      for (;;) {
        const scope = await connection.read(() => leases.next(writer, { now, scope: only }))
        if (scope === null) return null
        const lease = await connection.write(() => take(scope, writer, { now, until: now + leaseMs }))
        if (lease !== null) return lease
      }
    },

    renew: (lease, { now, leaseMs }) =>
      connection.write(() => {
        const held = ofHolder(lease)
        return held !== null && leases.extend(held.space, held.holder, now + leaseMs)
      }),

    release: (lease, failure) =>
      connection.write(() => {
        const held = ofHolder(lease)
        if (held === null) return
        if (failure === null) leases.giveBack(held.space, held.holder)
        else leases.fail(held.space, held.holder, failure)
      }),

    jobs: (writer, tenant) =>
      connection.read(() => {
        const all = spaces.scopes(tenant ?? null).flatMap(scope => jobsOf(scope, writer) ?? [])
        return sortedBy(all.filter(hasJobs), ({ scope }) => [scope.tenant, scope.space])
      }),

    retry: (scope, letters) =>
      connection.write(() => {
        const space = spaces.findOrThrow(scope)
        const family = writerFamily(letters.writer)
        const sequences = takeOut(space, letters)
        for (const sequence of sequences) marks.scheduleReadingBy(space, sequence, family)
        leases.clearFailures(space, family)
        return sequences.length
      }),

    drop: (scope, letters) => connection.write(() => takeOut(spaces.findOrThrow(scope), letters).length),
  }
}
