import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Dataset } from '../../bench/datasets/dataset.ts'
import { judgeNames, judgeOf, usualJudges } from '../../bench/judges/open-judges.ts'
import { probeNames } from '../../bench/judges/probes.ts'
import type { RunPlan, RunScope } from '../../bench/run/run-plan.ts'
import { createExternalSystem } from '../../bench/systems/external-system.ts'
import { allSystemNames, checkSystem, isAddress } from '../../bench/systems/open-system.ts'
import { readSystem } from '../../bench/systems/system-settings.ts'
import type { Settings } from '../../config.ts'
import { connectModels, modelWrapper } from '../../connect.ts'
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
  readonly categories?: string[]
  readonly apart?: true
  readonly captions?: true
  readonly replayOnly?: true
  readonly dryRun?: true
  readonly maxTokens?: number
  readonly maxCost?: number
}

/** What is to be asked and judged: all that can be known without a model. */
export function scopeOf(dataset: Pick<Dataset, 'name' | 'categories'>, flags: RunFlags): RunScope {
  const { systems, judges, judgeRuns = 1, categories, limit = null, apart = false } = flags
  return {
    systems: systems.map(system => checkSystem(system, allSystemNames, { addresses: true })),
    judges: (judges ?? usualJudges(dataset.name)).map(judge => oneOf(judgeNames, judge, 'judges')),
    judgeRuns,
    categories: categories?.map(name => oneOf([...dataset.categories.values()], name, 'categories')) ?? null,
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
  const needsAnswers = scope.systems.some(asksModel)
  const { model = needsAnswers ? undefined : noModel, answering, extraction } = await connectModels(settings)
  if (model === undefined || (needsAnswers && settings.baseUrl === undefined))
    throw new EngramError('no_model', 'No model answers. Name one with --model and --base-url.', { field: 'model' })
  const extracts = scope.systems.some(system => !isAddress(system) && readSystem(system).settings.extract !== undefined)
  if (extracts && extraction === undefined)
    throw new EngramError('no_model', 'No model writes records for the systems with extract. Set "extractModel" or ENGRAM_EXTRACT_MODEL.', {
      field: 'extractModel',
    })
  // A key goes to the server that it is for and to no other.
  const server = judgeUrl === undefined ? settings : { ...settings, baseUrl: judgeUrl, apiKey: settings.judgeApiKey }
  const judging = needsModel ? (await connectModels({ ...server, model: judge })).model : undefined
  const wrap = await modelWrapper(settings)
  return {
    ...scope,
    maxTokens,
    maxCost,
    asking: { ...answering, model },
    host: settings.baseUrl === undefined ? 'none' : new URL(settings.baseUrl).host,
    extractModel: extracts ? (extraction?.model ?? null) : null,
    external: async address => createExternalSystem(address, wrap),
    judging: judging === undefined ? null : { model: judging, host: new URL(server.baseUrl ?? '').host },
    version: versionOf(),
    concurrency: settings.concurrency ?? 4,
  }
}

/** Probes ask no model, and a system at an address asks its own: for them none need be named. */
const asksModel = (system: string): boolean => !isAddress(system) && !probeNames.some(name => name === system)
const noModel: LanguageModel = {
  id: 'none',
  complete: async () => {
    throw new EngramError('no_model', 'No model answers here: none of the systems asks one.')
  },
}

function versionOf(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
