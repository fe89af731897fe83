// Appends shared and own turns to a store and lets a writer read on, as one of several processes. argv: path, name. Prints its receipts, summed.
import { argv } from 'node:process'
import { memoryOf, read, scope, turnsOf } from '../../src/store/contract/dialogue.fixture.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'

const [path = '', name = ''] = argv.slice(2)
const shared = turnsOf(200, 'shared')
const own = turnsOf(100, `${name}-`)
const batch = 20

const store = await openSqliteStore(path)
const total = { added: 0, duplicates: 0, conflicts: 0 }
for (let start = 0; start < shared.length; start += batch) {
  const turns = [...own.slice(start / 2, (start + batch) / 2), ...shared.slice(start, start + batch)]
  const { added, duplicates, conflicts } = await store.append(scope, turns)
  total.added += added
  total.duplicates += duplicates
  total.conflicts += conflicts.length
  await read(store, { draw: ({ id }) => [memoryOf(`m-${id}`, id)] })
}
await store.close()
console.log(JSON.stringify(total))
