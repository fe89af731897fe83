import { writeFileSync } from 'node:fs'

writeFileSync('chat.txt', '2024-03-02\nAna: I moved to Seattle last week.\nBen: Lovely!\n')

// #region import-history
import { openEngram } from 'engram-r'
import { readDialogues } from 'engram-r/dialogues'

const memory = await openEngram({ store: 'memory.db' })
for await (const event of readDialogues('chat.txt', { space: 'ana' })) {
  if (event.type === 'turns') await memory.space({ tenant: 'acme', space: event.space }).remember(event.turns)
  if (event.type === 'failure') console.error(`${event.file}:${event.line}: ${event.reason}`)
}
console.log((await memory.space({ tenant: 'acme', space: 'ana' }).ask('When did Ana move to Seattle?')).text)
await memory.close()
// #endregion
