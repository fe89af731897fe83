import { EngramError } from '../../errors.ts'
import type { LanguageModel, Store } from '../../seams.ts'
import { openMemoryStore } from '../../store/memory/memory-store.ts'
import type { BenchmarkTask } from '../datasets/dataset.ts'
import { type ProbeName, probeNames } from '../judges/probes.ts'
import { createFullContext, createGoldEvidence, createNoMemory, createPlainRag, type EvidenceKey } from './baselines.ts'
import type { ExternalSystems } from './external-system.ts'
import { createPresetSystem } from './preset-system.ts'
import { createProbeSystem, type ProbeAnswers } from './probe-system.ts'
import { createFullConversation, createMessageAlone, createNotes } from './reply-systems.ts'
import type { Dialogue, System } from './system.ts'
import type { SystemModel } from './system-model.ts'
import { readSystem } from './system-settings.ts'

/** `full-context-preset` is our own preset of that name, `full-context` the paper's baseline in its own layout. */
export const systemNames = ['full-context', 'full-context-preset', 'no-memory', 'plain-rag', 'paper-base', 'paper', 'default'] as const
export type SystemName = (typeof systemNames)[number]
/** With those that are told a part of the key, and are no systems: the bound of all, and answers that a judge is tried with. */
export type AnySystemName = SystemName | 'gold-evidence' | ProbeName
export const allSystemNames: readonly AnySystemName[] = [...systemNames, 'gold-evidence', ...probeNames]

export interface SystemContext {
  readonly task: BenchmarkTask
  /** A time in the dataset's own spelling. */
  readonly writeTime: (at: string) => string
  readonly asking: SystemModel
  /** For systems whose records a model writes. */
  readonly extractModel?: LanguageModel | undefined
  /** Each system takes a dialogue in by itself, so that what that takes can be measured; else presets share one log of it. */
  readonly apart?: boolean
  /** For `gold-evidence` alone. */
  readonly evidence?: EvidenceKey
  /** For probes alone. */
  readonly probes?: ProbeAnswers
  /** For addresses alone. */
  readonly external?: ExternalSystems
}

export const isAddress = (label: string): boolean => /^https?:\/\//.test(label)

/** The label as it came, for one of the names, with or without settings, or an address; or an error that says what can be asked for. */
export function checkSystem(label: string, names: readonly string[], { addresses }: { readonly addresses: boolean }): string {
  if (addresses && isAddress(label) && URL.canParse(label)) return label
  const name = label.split(':')[0] ?? ''
  if (!names.includes(name))
    throw new EngramError(
      'bad_input',
      `systems: expected ${names.join(', ')}${addresses ? ', or an address as http://127.0.0.1:8000' : ''}, got "${label}".`,
      { field: 'systems' },
    )
  readSystem(label)
  return label
}

/** Opens systems by their labels, `paper`, `paper:k=10` or an address. */
export function createSystemOpener(context: SystemContext): (label: string) => Promise<System> {
  const { task, writeTime, asking: given, extractModel, apart = false, evidence = () => [], probes = () => '', external } = context
  const stores = new WeakMap<Dialogue['turns'], Store>()
  const storeOf = ({ turns }: Dialogue): Store => {
    if (apart) return openMemoryStore()
    const store = stores.get(turns) ?? openMemoryStore()
    stores.set(turns, store)
    return store
  }
  return async label => {
    if (isAddress(label)) {
      if (external === undefined)
        throw new EngramError('bad_input', `systems: ${label} can only be run: what it puts before a model is not known.`, {
          field: 'systems',
        })
      return await external(label)
    }
    checkSystem(label, allSystemNames, { addresses: true })
    const { name, settings } = readSystem(label)
    const asking = {
      ...given,
      ...(settings.effort !== undefined && { effort: settings.effort }),
      ...(settings.verification !== undefined && { verification: settings.verification }),
    }
    const known = allSystemNames.find(one => one === name)
    const replies = task === 'reply'
    switch (known) {
      case 'full-context':
        return replies ? createFullConversation(asking) : createFullContext(writeTime, asking)
      case 'no-memory':
        return replies ? createMessageAlone(asking) : createNoMemory(asking)
      case 'plain-rag':
        return createPlainRag(asking, { task, most: settings.k })
      case 'gold-evidence':
        if (replies) throw new EngramError('bad_input', `systems: ${label}: this benchmark's key names no evidence.`, { field: 'systems' })
        return createGoldEvidence(evidence, asking)
      case 'probe-gold':
      case 'probe-wrong':
      case 'probe-vague':
        return createProbeSystem(known, probes)
      case 'full-context-preset':
      case 'paper-base':
      case 'paper':
      case 'default': {
        const preset = known === 'full-context-preset' ? 'full-context' : known
        const parts = { storeOf: settings.extract === undefined ? storeOf : () => openMemoryStore(), settings, asking, extractModel }
        return replies ? createNotes(preset, parts) : await createPresetSystem(preset, parts)
      }
      case undefined:
        throw new Error(`no system ${label}`)
    }
  }
}
