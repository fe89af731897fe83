import type { PresetName } from '../../config.ts'
import type { LedgerEntry, PromptName } from '../../domain.ts'
import { type OpenOptions, openEngram, type RecallOptions, type Space } from '../../open.ts'
import type { LanguageModel, Store } from '../../seams.ts'
import { openMemoryStore } from '../../store/memory/memory-store.ts'
import type { Dialogue, System, SystemAnswer } from './system.ts'
import type { SystemModel } from './system-model.ts'
import type { SystemSettings } from './system-settings.ts'

const tenant = 'bench'

/** A memory of one dialogue, its records written by the rules and, where there is an extraction model, by that too. */
export async function takeIn(
  dialogue: Dialogue,
  options: OpenOptions,
): Promise<{ readonly space: Space; readonly calls: readonly LedgerEntry[] }> {
  const memory = await openEngram(options)
  const space = memory.space({ tenant, space: dialogue.space })
  const calls: LedgerEntry[] = []
  if (dialogue.turns.length > 0) await space.remember(dialogue.turns)
  if (options.extraction !== undefined) await memory.work({ untilRead: true, onCall: call => calls.push(call) })
  return { space, calls }
}

export function extractionOf({ extract }: SystemSettings, model: LanguageModel | undefined): Pick<OpenOptions, 'extraction'> {
  return extract === undefined || model === undefined ? {} : { extraction: { model, mode: extract } }
}

export interface PresetParts {
  readonly storeOf: (dialogue: Dialogue) => Store
  readonly settings: SystemSettings
  readonly asking: SystemModel
  /** Writes records where the settings say so. */
  readonly extractModel?: LanguageModel | undefined
}

/** One of our own presets, whole and through the public API: what `ask` answers. */
export async function createPresetSystem(preset: PresetName, { storeOf, settings, asking, extractModel }: PresetParts): Promise<System> {
  const { model, ...answering } = asking
  const changed = { without: settings.without, variant: settings.variant }
  const prompt = await promptOf({ preset, model, ...changed })
  return {
    about: `the preset ${preset} as \`ask\` sends it${describeSettings(settings)}`,
    prompt,
    async tell(dialogue) {
      const { space, calls } = await takeIn(dialogue, {
        ...changed,
        ...extractionOf(settings, extractModel),
        store: storeOf(dialogue),
        preset,
        model,
        answering,
      })
      const asked = recallOptions(settings)
      return {
        calls,
        async answer({ text: question, at }): Promise<SystemAnswer> {
          const { text, abstained, evidence, citations, repair, usage, calls, ms } = await space.ask(question, {
            ...asked,
            ...(at !== null && { at }),
          })
          const shown = [...new Set(evidence.cards.flatMap(({ sources }) => sources.map(({ turnId }) => turnId)))]
          const cited = [...new Set(citations.map(({ turnId }) => turnId))]
          return {
            text,
            abstained,
            shown: preset === 'full-context' ? null : shown,
            cited: repair === null ? null : cited,
            repair,
            prompt,
            usage,
            calls,
            ms,
          }
        },
      }
    },
  }
}

/** An empty memory tells its prompt and asks no model. */
async function promptOf(options: Omit<OpenOptions, 'store'>): Promise<PromptName> {
  const memory = await openEngram({ store: openMemoryStore(), ...options })
  const { prompt } = await memory.space({ tenant, space: 'empty' }).ask('?')
  await memory.close()
  return prompt ?? { id: 'none', hash: '' }
}

/** How much is found, of which kinds. */
export function recallOptions({ k, tokens, adaptive, kinds }: SystemSettings): RecallOptions {
  return {
    ...(k !== undefined && { cards: k }),
    ...(tokens !== undefined && { tokens }),
    ...(adaptive !== undefined && { adaptive }),
    ...(kinds !== undefined && { kinds }),
  }
}

/** For a report: what stands in the place of what the preset has. */
export function describeSettings(settings: SystemSettings): string {
  const text = JSON.stringify(settings)
  return text === '{}' ? '' : `, changed by ${text}`
}
