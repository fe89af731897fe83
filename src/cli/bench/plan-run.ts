import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BenchmarkName } from '../../bench/datasets/dataset.ts'
import { judgeNames, judgeOf, usualJudges } from '../../bench/judges/open-judges.ts'
import { probeNames } from '../../bench/judges/probes.ts'
import type { RunPlan, RunScope } from '../../bench/run/run-plan.ts'
import { allSystemNames } from '../../bench/systems/open-system.ts'
import type { Settings } from '../../config.ts'
import { connectModels } from '../../connect.ts'
import { EngramError } from '../../errors.ts'
import type { LanguageModel } from '../../seams.ts'
import { oneOf } from './dataset-arguments.ts'

export interface RunFlags {
  readonly data: string
  readonly systems: string[]
  readonly judge?: string
  readonly judgeUrl?: string
  readonly judges?: string[]
  readonly judgeRuns?: number
  readonly audit?: string
  readonly minMessages?: number
  readonly out?: string
  readonly limit?: number
  readonly ids?: string[]
  readonly apart?: true
  readonly captions?: true
  readonly replayOnly?: true
  readonly dryRun?: true
  readonly maxTokens?: number
  readonly maxCost?: number
}

/** What is to be asked and judged: all that can be known without a model. */
export function scopeOf(dataset: BenchmarkName, flags: RunFlags): RunScope {
  const { systems, judges, judgeRuns = 1, limit = null, apart = false } = flags
  return {
    systems: systems.map(system => oneOf(allSystemNames, system, 'systems')),
    judges: (judges ?? usualJudges(dataset)).map(judge => oneOf(judgeNames, judge, 'judges')),
    judgeRuns,
    limit,
    apart,
  }
}

export async function planRun(scope: RunScope, flags: RunFlags, given: Settings): Promise<RunPlan> {
  const { judge, judgeUrl, maxTokens = null, maxCost = null, out = 'runs/run', replayOnly = false } = flags
  const settings = {
    ...given,
    ...(replayOnly && { replayOnly }),
    modelCache: given.modelCache ?? join(dirname(out), 'responses.db'),
    temperature: given.temperature ?? 0,
  }
  const needsModel = scope.judges.some(name => judgeOf(name).hash !== null)
  if (needsModel && judge === undefined)
    throw new EngramError('no_model', 'No model judges. Name one with --judge, or judge by rules alone with --judges f1,abstention.', {
      field: 'judge',
    })
  if (maxCost !== null && settings.prices === undefined)
    throw new EngramError('bad_config', 'prices: --max-cost needs the prices of the model, in the file of --config.', { field: 'prices' })
  const { model = isProbing(scope) ? noModel : undefined, answering } = await connectModels(settings)
  if (model === undefined || settings.baseUrl === undefined)
    throw new EngramError('no_model', 'No model answers. Name one with --model and --base-url.', { field: 'model' })
  // A key goes to the server that it is for and to no other.
  const server = judgeUrl === undefined ? settings : { ...settings, baseUrl: judgeUrl, apiKey: settings.judgeApiKey }
  const judging = needsModel ? (await connectModels({ ...server, model: judge })).model : undefined
  return {
    ...scope,
    maxTokens,
    maxCost,
    asking: { ...answering, model },
    host: new URL(settings.baseUrl).host,
    judging: judging === undefined ? null : { model: judging, host: new URL(server.baseUrl ?? '').host },
    version: versionOf(),
    concurrency: settings.concurrency ?? 4,
  }
}

/** Probes ask no model: none need be named. */
const isProbing = ({ systems }: RunScope): boolean => systems.every(system => probeNames.some(name => name === system))
const noModel: LanguageModel = {
  id: 'none',
  complete: async () => {
    throw new EngramError('no_model', 'No model answers here: only probes were asked for.')
  },
}

function versionOf(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
