import type { Scope } from '../../domain.ts'
import { scopeKey } from '../../lib/scope-key.ts'
import type { SpacePage, SpaceSummary } from '../../seams.ts'
import { sortedBy } from '../dump-order.ts'
import { timeRange } from '../turn-times.ts'
import type { Connection } from './connection.ts'
import { bytes, integer, type Row, text, textOrNull } from './row.ts'

/** Inside a transaction. */
export interface Summaries {
  /** By tenant, then space, in code unit order. */
  list(page?: SpacePage): readonly SpaceSummary[]
  of(scope: Scope): SpaceSummary | null
}

export function createSummaries(connection: Connection): Summaries {
  const columns = 'space_key, tenant, space, revision'
  const selectSpaces = connection.statement(`SELECT ${columns} FROM spaces`)
  const selectOfTenant = connection.statement(`SELECT ${columns} FROM spaces WHERE tenant = ?`)
  const selectOne = connection.statement(`SELECT ${columns} FROM spaces WHERE space_key = ?`)
  const countTurns = connection.statement('SELECT count(*) AS count FROM turns WHERE space_key = ?')
  const selectTimes = connection.statement('SELECT DISTINCT at FROM turns WHERE space_key = ?')
  // Those that prevail, as in lib/prevailing.
  const countKinds = connection.statement(
    `SELECT kind, count(*) AS count FROM memories WHERE space_key = ? AND NOT (family = 'rule' AND EXISTS (
       SELECT 1 FROM memories AS better WHERE better.space_key = memories.space_key AND better.sequence = memories.sequence
       AND better.family = 'model' AND better.kind = memories.kind))
     GROUP BY kind`,
  )
  const countVectors = connection.statement('SELECT count(*) AS count FROM vectors WHERE space_key = ?')

  function summarise(row: Row): SpaceSummary {
    const key = bytes(row.space_key)
    const counts = new Map(countKinds.all(key).map(({ kind, count }) => [text(kind), integer(count)]))
    const countOf = (kind: string): number => counts.get(kind) ?? 0
    return {
      scope: { tenant: text(row.tenant), space: text(row.space) },
      turns: integer(countTurns.get(key)?.count),
      memories: { episodic: countOf('episodic'), semantic: countOf('semantic'), procedural: countOf('procedural') },
      vectors: integer(countVectors.get(key)?.count),
      revision: integer(row.revision),
      ...timeRange(selectTimes.all(key).map(({ at }) => textOrNull(at ?? null))),
    }
  }

  return {
    list(page) {
      // SQLite orders by code points, so the order is made here.
      const rows = sortedBy(page === undefined ? selectSpaces.all() : selectOfTenant.all(page.tenant), row => [
        text(row.tenant),
        text(row.space),
      ])
      const wanted = page === undefined ? rows : rows.filter(row => isAfter(text(row.space), page.after)).slice(0, page.limit)
      return wanted.map(summarise)
    },
    of(scope) {
      const row = selectOne.get(scopeKey(scope))
      return row === undefined ? null : summarise(row)
    },
  }
}

const isAfter = (name: string, after: string | null): boolean => after === null || name > after
