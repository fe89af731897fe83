import { setTimeout } from 'node:timers/promises'
import type { Scope } from '../domain.ts'
import { sumUsage } from '../lib/sum-usage.ts'
import type { WorkReport } from '../open.ts'
import type { Context } from './context.ts'
import { note } from './output.ts'
import { createProgress } from './progress.ts'

export interface WorkOnOptions {
  /** When nothing is due, wait for more until Ctrl-C. */
  readonly follow?: boolean
  /** Also wait for what another process is reading, or what is to be tried again later. */
  readonly untilRead?: boolean
}

/** Lets the extraction model write what is due, of one space or of all, with progress. Exit code 3 where turns were given up. */
export async function workOn(
  { memory, json, quiet, signal }: Context,
  scope: Scope | null,
  { follow = false, untilRead = false }: WorkOnOptions = {},
): Promise<WorkReport> {
  const progress = createProgress('Extracting', { silent: json || quiet })
  const countWaiting = async (): Promise<number> => {
    const waiting = (await memory.jobs()).filter(jobs => scope === null || sameScope(jobs.scope, scope))
    return waiting.reduce((sum, jobs) => sum + jobs.waiting, 0)
  }
  let total = await countWaiting()
  let done = 0
  const work = (): Promise<WorkReport> =>
    memory.work({
      ...(scope !== null && { scope }),
      follow,
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
  try {
    let report = await work()
    while (untilRead && (await countWaiting()) > 0) {
      await setTimeout(pollMs, undefined, { signal })
      report = together(report, await work())
    }
    if (report.dead > 0) process.exitCode = 3
    return report
  } finally {
    progress.stop()
  }
}

/** While another process holds the space. */
const pollMs = 500

function together(a: WorkReport, b: WorkReport): WorkReport {
  if (a.calls === 0 || b.calls === 0) return { ...(a.calls === 0 ? b : a), turns: a.turns + b.turns, dead: a.dead + b.dead }
  return {
    turns: a.turns + b.turns,
    dead: a.dead + b.dead,
    refused: a.refused + b.refused,
    calls: a.calls + b.calls,
    usage: sumUsage([a.usage, b.usage]),
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  }
}

const sameScope = (a: Scope, b: Scope): boolean => a.tenant === b.tenant && a.space === b.space

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
