import type { Scope } from '../../domain.ts'
import { scopeKey } from '../../lib/scope-key.ts'
import { writerFamily } from '../../lib/writer-family.ts'
import type { Connection } from './connection.ts'
import { integer, integerOrNull, text, textOrNull } from './row.ts'
import type { SpaceRow } from './spaces.ts'

export interface LeaseRow {
  readonly fence: number
  /** null when nobody holds it. */
  readonly until: number | null
  readonly attempts: number
  readonly retryAt: number | null
  readonly reason: string | null
}

/** Who works on a space: a row for each writer family that has ever claimed it. */
export interface Leases {
  of(space: SpaceRow, family: string): LeaseRow | null
  /** The space that has waited longest and may be claimed. */
  next(writer: string, options: { readonly now: number; readonly scope: Scope | null }): Scope | null
  take(space: SpaceRow, family: string, lease: { readonly fence: number; readonly now: number; readonly until: number }): void
  /** What follows is of no effect on a lease with another fence, or that nobody holds. */
  extend(space: SpaceRow, holder: Holder, until: number): boolean
  giveBack(space: SpaceRow, holder: Holder): void
  fail(space: SpaceRow, holder: Holder, failure: { readonly reason: string; readonly retryAt: number }): void
  isHeld(space: SpaceRow, holder: Holder): boolean
  clearFailures(space: SpaceRow, family: string): void
  /** Something is forgotten: nobody goes on with what was read of it, and no reason, stored already or still to come, quotes it. */
  revoke(space: SpaceRow): void
  /** 0 where nobody has ever claimed the space. */
  highestFence(space: SpaceRow): number
}

export interface Holder {
  readonly family: string
  readonly fence: number
}

export function createLeases(connection: Connection): Leases {
  const next = (where: string) =>
    connection.statement(
      `SELECT tenant, space FROM spaces
       LEFT JOIN leases ON leases.space_key = spaces.space_key AND family = ?1
       WHERE ${where} AND coalesce(until, ?3) <= ?3 AND coalesce(retry_at, ?3) <= ?3 AND (
         EXISTS (SELECT 1 FROM turns WHERE turns.space_key = spaces.space_key AND turns.sequence >
           coalesce((SELECT sequence FROM marks WHERE marks.space_key = spaces.space_key AND writer = ?2), 0))
         OR EXISTS (SELECT 1 FROM rereadings WHERE rereadings.space_key = spaces.space_key AND rereadings.family = ?1))
       ORDER BY claimed_at, spaces.space_key LIMIT 1`,
    )
  const nextOfAll = next('true')
  const nextOfOne = next('spaces.space_key = ?4')
  const select = connection.statement('SELECT * FROM leases WHERE space_key = ? AND family = ?')
  const upsert = connection.statement(
    `INSERT INTO leases VALUES (?, ?, ?, ?, ?, 0, NULL, NULL)
     ON CONFLICT (space_key, family) DO UPDATE SET fence = excluded.fence, claimed_at = excluded.claimed_at, until = excluded.until`,
  )
  const held = 'space_key = ? AND family = ? AND fence = ? AND until IS NOT NULL'
  const selectHeld = connection.statement(`SELECT 1 FROM leases WHERE ${held}`)
  const extend = connection.statement(`UPDATE leases SET until = ? WHERE ${held}`)
  const giveBack = connection.statement(`UPDATE leases SET until = NULL WHERE ${held}`)
  const fail = connection.statement(`UPDATE leases SET until = NULL, attempts = attempts + 1, retry_at = ?, reason = ? WHERE ${held}`)
  const clearFailures = connection.statement(
    'UPDATE leases SET attempts = 0, retry_at = NULL, reason = NULL WHERE space_key = ? AND family = ?',
  )
  const revoke = connection.statement('UPDATE leases SET until = NULL, reason = NULL WHERE space_key = ?')
  const highestFence = connection.statement('SELECT coalesce(max(fence), 0) AS fence FROM leases WHERE space_key = ?')

  return {
    of(space, family) {
      const row = select.get(space.key, family)
      if (row === undefined) return null
      return {
        fence: integer(row.fence),
        until: integerOrNull(row.until),
        attempts: integer(row.attempts),
        retryAt: integerOrNull(row.retry_at),
        reason: textOrNull(row.reason),
      }
    },
    next(writer, { now, scope }) {
      const family = writerFamily(writer)
      const row = scope === null ? nextOfAll.get(family, writer, now) : nextOfOne.get(family, writer, now, scopeKey(scope))
      return row === undefined ? null : { tenant: text(row.tenant), space: text(row.space) }
    },
    take: (space, family, { fence, now, until }) => {
      upsert.run(space.key, family, fence, now, until)
    },
    extend: (space, { family, fence }, until) => extend.run(until, space.key, family, fence).changes === 1,
    giveBack: (space, { family, fence }) => {
      giveBack.run(space.key, family, fence)
    },
    fail: (space, { family, fence }, { reason, retryAt }) => {
      fail.run(retryAt, reason, space.key, family, fence)
    },
    isHeld: (space, { family, fence }) => selectHeld.get(space.key, family, fence) !== undefined,
    clearFailures: (space, family) => {
      clearFailures.run(space.key, family)
    },
    revoke: space => {
      revoke.run(space.key)
    },
    highestFence: space => integer(highestFence.get(space.key)?.fence),
  }
}
