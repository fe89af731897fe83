// #region own-model
import { type LanguageModel, openEngram, unknownUsage } from 'engram-r'
import { openMemoryStore } from 'engram-r/testing'

// Any model is a function from messages to text. Unknown token counts are null, never 0.
const model: LanguageModel = {
  id: 'stand-in',
  complete: async ({ messages }) => ({
    text: messages.some(({ content }) => content.includes('Seattle')) ? 'Ana lives in Seattle [E1].' : 'Not in memory.',
    finish: 'stop',
    usage: unknownUsage,
  }),
}

const memory = await openEngram({ store: openMemoryStore(), model })
const ana = memory.space({ tenant: 'acme', space: 'ana' })
await ana.remember({ speaker: 'Ana', text: 'I moved to Seattle.', at: '2024-03-01' })
const { sentences, citations } = await ana.ask('Where does Ana live?')
console.log(sentences, citations)
await memory.close()
// #endregion
