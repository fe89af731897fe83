import type { Scope } from '../../domain.ts'
import { scopeKey } from '../../lib/scope-key.ts'
import { unknownSpace } from '../store-errors.ts'
import type { Connection } from './connection.ts'
import { integer, text } from './row.ts'

/** The row of a space: read at the start of a transaction, saved at its end. */
export interface SpaceRow {
  readonly key: Uint8Array
  lastSequence: number
  revision: number
  resetRevision: number
}

export interface Spaces {
  find(scope: Scope): SpaceRow | null
  /** Throws unknown_space. */
  findOrThrow(scope: Scope): SpaceRow
  findOrCreate(scope: Scope): SpaceRow
  /** Of one tenant, or all; in no order. */
  scopes(tenant: string | null): readonly Scope[]
  save(space: SpaceRow): void
  /** With everything in it. `firstRevision`: a space made anew begins there or later. */
  remove(space: SpaceRow, firstRevision: number): void
}

export function createSpaces(connection: Connection): Spaces {
  const select = connection.statement('SELECT last_sequence, revision, reset_revision FROM spaces WHERE space_key = ?')
  const selectScopes = connection.statement('SELECT tenant, space FROM spaces')
  const selectOfTenant = connection.statement('SELECT tenant, space FROM spaces WHERE tenant = ?')
  const firstRevision = connection.statement("SELECT value FROM upkeep WHERE name = 'first_revision'")
  const insert = connection.statement('INSERT INTO spaces VALUES (?, ?, ?, 0, ?, ?)')
  const update = connection.statement('UPDATE spaces SET last_sequence = ?, revision = ?, reset_revision = ? WHERE space_key = ?')
  const remove = connection.statement('DELETE FROM spaces WHERE space_key = ?')
  const raiseFirstRevision = connection.statement("UPDATE upkeep SET value = max(value, ?) WHERE name = 'first_revision'")

  function find(scope: Scope): SpaceRow | null {
    const key = scopeKey(scope)
    const row = select.get(key)
    if (row === undefined) return null
    return {
      key,
      lastSequence: integer(row.last_sequence),
      revision: integer(row.revision),
      resetRevision: integer(row.reset_revision),
    }
  }

  return {
    find,
    findOrThrow(scope) {
      const space = find(scope)
      if (space === null) throw unknownSpace(scope)
      return space
    },
    findOrCreate(scope) {
      const existing = find(scope)
      if (existing !== null) return existing
      const key = scopeKey(scope)
      const revision = integer(firstRevision.get()?.value)
      insert.run(key, scope.tenant, scope.space, revision, revision)
      return { key, lastSequence: 0, revision, resetRevision: revision }
    },
    scopes: tenant =>
      (tenant === null ? selectScopes.all() : selectOfTenant.all(tenant)).map(row => ({
        tenant: text(row.tenant),
        space: text(row.space),
      })),
    save: ({ key, lastSequence, revision, resetRevision }) => {
      update.run(lastSequence, revision, resetRevision, key)
    },
    remove({ key }, firstRevision) {
      raiseFirstRevision.run(firstRevision)
      remove.run(key)
    },
  }
}
