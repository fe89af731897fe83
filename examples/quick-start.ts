// #region quick-start
import { openEngram } from 'engram-r'

const memory = await openEngram({ store: 'memory.db' })
const ana = memory.space({ tenant: 'acme', space: 'ana' })
await ana.remember([{ speaker: 'Ana', text: 'I finally moved to Seattle last year, and I love it.', at: '2024-03-01T18:30' }])
const { cards } = await ana.recall('Where does Ana live?')
console.log(cards[0]?.claim) // I finally moved to Seattle last year [= 2023], and I love it.
const { text, citations } = await ana.ask('When did Ana move to Seattle?')
console.log(text, citations) // 2023 [E1] ..., and the exact words of the turn that E1 rests on
await memory.close()
// #endregion
