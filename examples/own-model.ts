// #region own-model
import { type LanguageModel, openEngram, unknownUsage } from 'engram-r'
import { openMemoryStore } from 'engram-r/testing'

// Any model is a function from messages to text. This one makes something up.
const model: LanguageModel = {
  id: 'stand-in',
  complete: async () => ({ text: 'Ana moved to Seattle [E1]. She owns a yacht [E1].', finish: 'stop', usage: unknownUsage }),
}

const memory = await openEngram({ store: openMemoryStore(), model })
const ana = memory.space({ tenant: 'acme', space: 'ana' })
await ana.remember({ speaker: 'Ana', text: 'I moved to Seattle.', at: '2024-03-01' })
const { text, sentences, citations, repair } = await ana.ask('Where does Ana live?')
console.log(text, sentences[0]?.verdict, citations[0]?.quote) // Ana moved to Seattle [E1]. supported I moved to Seattle.
console.log(repair?.dropped[0]?.text) // She owns a yacht [E1].
await memory.close()
// #endregion
