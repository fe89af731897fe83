import { hash } from 'node:crypto'
import type { LanguageModel } from '../../seams.ts'
import { type JudgeName, judgeOf } from '../judges/open-judges.ts'
import type { ExternalSystems } from '../systems/external-system.ts'
import type { System } from '../systems/system.ts'
import type { SystemModel } from '../systems/system-model.ts'
import type { BudgetLimits } from './run-budget.ts'
import type { RunIdentity } from './run-manifest.ts'
import type { Selection, SelectOptions } from './select-questions.ts'

/** What is to be asked and judged. */
export interface RunScope extends SelectOptions {
  /** Labels: names, names with settings, addresses. */
  readonly systems: readonly string[]
  readonly judges: readonly JudgeName[]
  /** Verdicts of each judge that asks a model on each answer. */
  readonly judgeRuns: number
}

/** With whom, and within which limits. */
export interface RunPlan extends RunScope, BudgetLimits {
  readonly asking: SystemModel
  /** Of its server, for the manifest. */
  readonly host: string
  /** Writes records for the systems that say `extract`; null where none does. */
  readonly extractModel: LanguageModel | null
  /** For systems at addresses. */
  readonly external: ExternalSystems
  /** null where the judges need none. */
  readonly judging: { readonly model: LanguageModel; readonly host: string } | null
  /** Of engram-r. */
  readonly version: string
  readonly concurrency: number
}

export interface Opened {
  readonly dataset: { readonly apart: readonly string[] }
  readonly selection: Selection
  readonly systems: readonly { readonly name: string; readonly system: System }[]
  readonly audit: RunIdentity['audit']
}

/** What tells this run from others. */
export function identityOf(plan: RunPlan, { dataset, selection, systems, audit }: Opened): RunIdentity {
  const { asking, judging } = plan
  const { questionIds: _, questionsSha256: __, ...manifest } = selection.manifest
  const { effort = null, temperature = null, maxOutputTokens = null, contextTokens = null, verification = 'repair' } = asking
  return {
    format: 1,
    version: plan.version,
    dataset: manifest,
    apart: dataset.apart,
    questions: {
      count: selection.questions.length,
      sha256: hash('sha256', selection.questions.map(({ question }) => question.id).join('\n')),
    },
    systems: systems.map(({ name, system: { about, prompt } }) => ({ name, about, prompt })),
    judges: plan.judges.map(name => judgeOf(name)).map(({ id, scale, hash: prompts }) => ({ id, scale, hash: prompts })),
    answering: { model: asking.model.id, host: plan.host, effort, temperature, maxOutputTokens, contextTokens, verification },
    extractModel: plan.extractModel?.id ?? null,
    judging: judging === null ? null : { model: judging.model.id, host: judging.host, runs: plan.judgeRuns },
    audit,
  }
}
