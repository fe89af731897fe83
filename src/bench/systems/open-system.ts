import type { Store } from '../../seams.ts'
import { openMemoryStore } from '../../store/memory/memory-store.ts'
import { type ProbeName, probeNames } from '../judges/probes.ts'
import { createFullContext, createGoldEvidence, createNoMemory, createPlainRag, type EvidenceKey } from './baselines.ts'
import { createPresetSystem } from './preset-system.ts'
import { createProbeSystem, type ProbeAnswers } from './probe-system.ts'
import type { Dialogue, System } from './system.ts'
import type { SystemModel } from './system-model.ts'

/** `full-context-preset` is our own preset of that name, `full-context` the paper's baseline in its own layout. */
export const systemNames = ['full-context', 'full-context-preset', 'no-memory', 'plain-rag', 'paper-base', 'paper', 'default'] as const
export type SystemName = (typeof systemNames)[number]
/** With those that are told a part of the key, and are no systems: the bound of all, and answers that a judge is tried with. */
export type AnySystemName = SystemName | 'gold-evidence' | ProbeName
export const allSystemNames: readonly AnySystemName[] = [...systemNames, 'gold-evidence', ...probeNames]

export interface SystemContext {
  /** A time in the dataset's own spelling. */
  readonly writeTime: (at: string) => string
  readonly asking: SystemModel
  /** For `gold-evidence` alone. */
  readonly evidence?: EvidenceKey
  /** For probes alone. */
  readonly probes?: ProbeAnswers
}

/** Opens systems that share one log of each dialogue: its records are drawn once for all presets. */
export function createSystemOpener(context: SystemContext): (name: AnySystemName) => Promise<System> {
  const { writeTime, asking, evidence = () => [], probes = () => '' } = context
  const stores = new WeakMap<Dialogue['turns'], Store>()
  const storeOf = ({ turns }: Dialogue): Store => {
    const store = stores.get(turns) ?? openMemoryStore()
    stores.set(turns, store)
    return store
  }
  return async name => {
    switch (name) {
      case 'full-context':
        return createFullContext(writeTime, asking)
      case 'full-context-preset':
        return createPresetSystem('full-context', storeOf, asking)
      case 'no-memory':
        return createNoMemory(asking)
      case 'plain-rag':
        return createPlainRag(asking)
      case 'gold-evidence':
        return createGoldEvidence(evidence, asking)
      case 'probe-gold':
      case 'probe-wrong':
      case 'probe-vague':
        return createProbeSystem(name, probes)
      case 'paper-base':
      case 'paper':
      case 'default':
        return createPresetSystem(name, storeOf, asking)
    }
  }
}
