import type { PresetName } from '../../config.ts'
import { type Message, unknownUsage } from '../../domain.ts'
import { openEngram } from '../../open.ts'
import type { LanguageModel, Store } from '../../seams.ts'
import type { Dialogue, System } from './system.ts'

/** One of our own presets, whole: what it shows a model is read off at the model, so that it is what `ask` sends. */
export function createPresetSystem(preset: PresetName, storeOf: (dialogue: Dialogue) => Store): System {
  return {
    about: `the preset ${preset} as \`ask\` sends it`,
    async tell(dialogue) {
      const { model, seen } = createPromptTap()
      const memory = await openEngram({ store: storeOf(dialogue), preset, model })
      const space = memory.space({ tenant: 'bench', space: dialogue.space })
      if (dialogue.turns.length > 0) await space.remember(dialogue.turns)
      return {
        async promptFor({ text, at }) {
          seen.length = 0
          await space.ask(text, at === null ? {} : { at })
          return seen[0] ?? []
        },
      }
    },
  }
}

/** A model that says nothing and keeps what it was shown. */
function createPromptTap(): { readonly model: LanguageModel; readonly seen: (readonly Message[])[] } {
  const seen: (readonly Message[])[] = []
  const model: LanguageModel = {
    id: 'prompt-tap',
    async complete({ messages }) {
      seen.push(messages)
      return { text: '', finish: 'stop', usage: unknownUsage }
    },
  }
  return { model, seen }
}
