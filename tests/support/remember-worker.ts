import { openEngram } from '../../src/index.ts'
import { sampleTurns } from './sample-turns.ts'

// A process that remembers turns in batches and says after each how many are acknowledged. Arguments: store, space, from, count, batch.
const [store = '', space = '', from = '0', count = '0', batch = '20'] = process.argv.slice(2)
const memory = await openEngram({ store })
const scope = memory.space({ tenant: 'test', space })
const turns = sampleTurns(Number(count), { from: Number(from) })
let acknowledged = 0
for (let start = 0; start < turns.length; start += Number(batch)) {
  const receipt = await scope.remember(turns.slice(start, start + Number(batch)))
  acknowledged += receipt.added + receipt.duplicates
  process.stdout.write(`${acknowledged}\n`)
}
await memory.close()
