import type { Store } from '../../seams.ts'
import { openMemoryStore } from '../../store/memory/memory-store.ts'
import { createFullContext, createNoMemory, createPlainRag } from './baselines.ts'
import { createPresetSystem } from './preset-system.ts'
import type { Dialogue, System } from './system.ts'

/** `full-context-preset` is our own preset of that name, `full-context` the paper's baseline in its own layout. */
export const systemNames = ['full-context', 'full-context-preset', 'no-memory', 'plain-rag', 'paper-base', 'paper', 'default'] as const
export type SystemName = (typeof systemNames)[number]

export interface SystemContext {
  /** A time in the dataset's own spelling. */
  readonly writeTime: (at: string) => string
}

/** Opens systems that share one log of each dialogue: its records are drawn once for all presets. */
export function createSystemOpener({ writeTime }: SystemContext): (name: SystemName) => System {
  const stores = new WeakMap<Dialogue['turns'], Store>()
  const storeOf = ({ turns }: Dialogue): Store => {
    const store = stores.get(turns) ?? openMemoryStore()
    stores.set(turns, store)
    return store
  }
  return name => {
    switch (name) {
      case 'full-context':
        return createFullContext(writeTime)
      case 'full-context-preset':
        return createPresetSystem('full-context', storeOf)
      case 'no-memory':
        return createNoMemory()
      case 'plain-rag':
        return createPlainRag()
      case 'paper-base':
      case 'paper':
      case 'default':
        return createPresetSystem(name, storeOf)
    }
  }
}
