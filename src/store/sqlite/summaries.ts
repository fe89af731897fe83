import type { SpaceSummary } from '../../seams.ts'
import { sortedBy } from '../dump-order.ts'
import { timeRange } from '../turn-times.ts'
import type { Connection } from './connection.ts'
import { bytes, integer, text, textOrNull } from './row.ts'

/** Inside a transaction. By tenant, then space, in code unit order. */
export function createSummaries(connection: Connection): () => readonly SpaceSummary[] {
  const selectSpaces = connection.statement('SELECT space_key, tenant, space, revision FROM spaces')
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

  return () => {
    const summaries = selectSpaces.all().map(row => {
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
    })
    return sortedBy(summaries, ({ scope }) => [scope.tenant, scope.space])
  }
}
