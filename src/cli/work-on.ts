import type { Scope } from '../domain.ts'
import { sameScope } from '../lib/same-scope.ts'
import type { WorkHooks, WorkReport } from '../open.ts'
import type { Context } from './context.ts'
import { note } from './output.ts'
import { createProgress } from './progress.ts'

/** Lets the extraction model write what is due, of one space or of all, with progress. Exit code 3 where turns were given up. */
export async function workOn(
  { memory, json, quiet, signal }: Context,
  scope: Scope | null,
  options: Pick<WorkHooks, 'follow' | 'untilRead'> = {},
): Promise<WorkReport> {
  const progress = createProgress('Extracting', { silent: json || quiet })
  const waiting = (await memory.jobs(scope?.tenant)).filter(jobs => scope === null || sameScope(jobs.scope, scope))
  let total = waiting.reduce((sum, jobs) => sum + jobs.waiting, 0)
  let done = 0
  try {
    const report = await memory.work({
      ...options,
      ...(scope !== null && { scope }),
      signal,
      onTurns(batch) {
        done += batch.turns
        total = Math.max(total, done)
        progress.update(done, total, batch.scope.space)
      },
      onPause: ({ reason, until }) => note(`${reason} Trying again at ${new Date(until).toISOString()}.`),
      onRefusal({ turnId, claim, reason }) {
        if (!json && !quiet) note(`not believed, of turn ${turnId}: “${claim}”: ${reason}`)
      },
    })
    if (report.dead > 0) process.exitCode = 3
    return report
  } finally {
    progress.stop()
  }
}

export function describeWork({ turns, dead, refused, calls, usage, cost }: WorkReport): string {
  if (turns === 0) return 'Nothing was due.'
  const per100 = (count: number): string => ((100 * count) / turns).toFixed(0)
  const { inputTokens, outputTokens } = usage
  const tokens = inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens
  const spent = tokens === null ? 'an unknown number of tokens' : `${tokens} tokens (${per100(tokens)} for 100 turns)`
  return [
    `${turns} turns read with ${calls} calls (${per100(calls)} for 100 turns) and ${spent}${cost === null ? '' : `, at a cost of ${cost.toFixed(4)}`}.`,
    ...(refused > 0 ? [`${refused} records were not believed; those of the rules stay.`] : []),
    ...(dead > 0 ? [`${dead} turns were given up; \`engram-r jobs\` says why.`] : []),
  ].join('\n')
}
