import type { TokenRun } from '../token-run.ts'
import { systemOf, tablesOf } from './paper-numbers.ts'

/** The paper's totals by system, where a run was on the paper's questions; else null: totals of other questions can't be compared. */
export function paperTokens({ dataset, systems }: TokenRun): Readonly<Record<string, number>> | null {
  const [first] = Object.values(systems)
  const tables = tablesOf(dataset.name)
  const counts = Object.entries(first?.byCategory ?? {})
  const isSame = tables.some(
    table =>
      counts.length === Object.keys(table.questions).length && counts.every(([name, { questions }]) => table.questions[name] === questions),
  )
  if (!isSame) return null
  const totals = tables
    .flatMap(({ settings }) => settings)
    .map(({ setting, overall }) => [systemOf[setting] ?? setting, overall.inputTokens] as const)
  return Object.fromEntries(totals)
}
