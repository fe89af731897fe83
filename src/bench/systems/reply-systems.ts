import type { PresetName } from '../../config.ts'
import { presets } from '../../config.ts'
import type { Message, Turn } from '../../domain.ts'
import type { AskedQuestion } from '../datasets/dataset.ts'
import { createBaseline, markedQuestion } from './baseline.ts'
import { describeSettings, extractionOf, type PresetParts, recallOptions, takeIn } from './preset-system.ts'
import { conversationPrompt, notesPrompt } from './reply-prompts.ts'
import type { System } from './system.ts'
import type { SystemModel } from './system-model.ts'

/** All messages, as messages: what a model is usually given. */
export function createFullConversation(asking: SystemModel): System {
  return createBaseline(
    {
      about: 'the whole conversation, message by message, and nothing else',
      template: conversationPrompt,
      marks: { asked: markedQuestion, before: [{ role: 'user', content: '{message}' }] },
      async tell({ turns }) {
        const before = turns.map(messageOf)
        return { show: async asked => ({ input: { asked, before }, shown: null }) }
      },
    },
    asking,
  )
}

export function createMessageAlone(asking: SystemModel): System {
  return createBaseline(
    {
      about: 'the last message alone',
      template: conversationPrompt,
      marks: { asked: markedQuestion, before: [] },
      tell: async () => ({ show: async asked => ({ input: { asked, before: [] }, shown: [] }) }),
    },
    asking,
  )
}

/** What one of our presets finds of the earlier messages, as notes: its own prompts answer questions and abstain, which is no reply. */
export function createNotes(preset: PresetName, { storeOf, settings, asking, extractModel }: PresetParts): System {
  const cited = (settings.variant?.prompt ?? presets[preset].prompt) === 'cited'
  return createBaseline(
    {
      about: `what the preset ${preset} finds of the earlier messages, as notes, and the last message${describeSettings(settings)}`,
      template: notesPrompt,
      marks: { asked: markedQuestion, notes: '{notes}', cited },
      async tell(dialogue) {
        const { without, variant } = settings
        const store = storeOf(dialogue)
        const { space, calls } = await takeIn(dialogue, { store, preset, without, variant, ...extractionOf(settings, extractModel) })
        const show = async (asked: AskedQuestion) => {
          const { text, cards } = await space.recall(asked.text, recallOptions(settings))
          const shown = [...new Set(cards.flatMap(({ sources }) => sources.map(({ turnId }) => turnId)))]
          return { input: { asked, notes: text, cited }, shown: preset === 'full-context' ? null : shown }
        }
        return { calls, show }
      },
    },
    asking,
  )
}

function messageOf({ speaker, text }: Turn): Message {
  const role = speaker === 'assistant' || speaker === 'system' ? speaker : 'user'
  return { role, content: text }
}
