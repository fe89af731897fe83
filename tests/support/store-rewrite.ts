// Replaces all records of a space, and their vectors, over and over until it is killed. argv: path. Prints a line after the first time.
import { argv } from 'node:process'
import { memoryOf, scope, turnsOf } from '../../src/store/contract/dialogue.fixture.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'

const [path = ''] = argv.slice(2)
const turns = turnsOf(40)
const turnIds = turns.map(({ id }) => id)

const store = await openSqliteStore(path)
await store.append(scope, turns)
for (let version = 1; ; version++) {
  const { revision } = await store.changes(scope, Number.MAX_SAFE_INTEGER - 1)
  // The odd versions change the words under the same ids, the even ones the ids too.
  const memories = turnIds.map(id => memoryOf(`m-${id}-${version >> 1}`, id, { words: `Version ${version}` }))
  await store.put(scope, { writer: 'rule/1', turnIds, upTo: turns.length, revision, memories, fence: null, dead: [] })
  await store.putVectors(scope, 'model', new Map(memories.map(({ id }) => [id, Float32Array.of(version)])))
  if (version === 1) console.log('begun')
}
