import type { PresetName } from '../../config.ts'
import type { PromptName } from '../../domain.ts'
import { openEngram } from '../../open.ts'
import type { Store } from '../../seams.ts'
import { openMemoryStore } from '../../store/memory/memory-store.ts'
import type { Dialogue, System, SystemAnswer } from './system.ts'
import type { SystemModel } from './system-model.ts'

const tenant = 'bench'

/** One of our own presets, whole and through the public API: what `ask` answers. */
export async function createPresetSystem(
  preset: PresetName,
  storeOf: (dialogue: Dialogue) => Store,
  { model, ...answering }: SystemModel,
): Promise<System> {
  const prompt = await promptOf(preset, model)
  return {
    about: `the preset ${preset} as \`ask\` sends it`,
    prompt,
    async tell(dialogue) {
      const memory = await openEngram({ store: storeOf(dialogue), preset, model, answering })
      const space = memory.space({ tenant, space: dialogue.space })
      if (dialogue.turns.length > 0) await space.remember(dialogue.turns)
      return {
        calls: [],
        async answer({ text: question, at }): Promise<SystemAnswer> {
          const { text, abstained, evidence, citations, repair, usage, calls, ms } = await space.ask(question, at === null ? {} : { at })
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
async function promptOf(preset: PresetName, model: SystemModel['model']): Promise<PromptName> {
  const memory = await openEngram({ store: openMemoryStore(), preset, model })
  const { prompt } = await memory.space({ tenant, space: 'empty' }).ask('?')
  await memory.close()
  return prompt ?? { id: 'none', hash: '' }
}
