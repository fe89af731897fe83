import type { ReadRun } from '../run/read-run.ts'
import type { RunReport } from '../run/summarize-run.ts'
import type { IngestCost } from './measured.ts'

/** By system; those that took nothing in, as a run that was stopped, are left out. Null of none. */
export function measureIngest({ timings }: ReadRun, { systems }: RunReport): Readonly<Record<string, IngestCost>> | null {
  const costs = Object.entries(systems).flatMap(([name, { ingest, answered }]): readonly (readonly [string, IngestCost])[] => {
    if (ingest.dialogues === 0) return []
    const { dialogues, turns, calls, inputTokens, outputTokens } = ingest
    const own = timings.rows.filter(({ phase, system }) => phase === 'ingest' && system === name)
    const rows = [...new Map(own.toReversed().map(row => [row.id, row])).values()]
    const isMeasured = rows.length === dialogues && rows.every(row => row.calls.every(({ replayed }) => !replayed))
    const seconds = isMeasured ? rows.reduce((sum, { ms }) => sum + ms.total, 0) / 1000 : null
    return [[name, { dialogues, turns, calls, inputTokens, outputTokens, seconds, questions: answered }]]
  })
  return costs.length === 0 ? null : Object.fromEntries(costs)
}
