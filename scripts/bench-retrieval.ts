import { readFileSync } from 'node:fs'
import { readDialogues } from '../src/import/read-dialogues.ts'
import { openEngram } from '../src/index.ts'
import { openMemoryStore } from '../src/testing.ts'

// Evidence recall on LoCoMo, by hand: node scripts/bench-retrieval.ts PATH-TO-locomo.json
// The questions' gold evidence is read here alone; the system under test sees turns and question texts.

const path = process.argv[2]
if (path === undefined) throw new Error('Usage: node scripts/bench-retrieval.ts PATH-TO-locomo.json')

interface Sample {
  readonly sample_id: string
  readonly qa: readonly { readonly question: string; readonly category: number; readonly evidence: readonly string[] }[]
}

const memory = await openEngram({ store: openMemoryStore() })
const started = performance.now()
let turns = 0
for await (const event of readDialogues(path, { format: 'locomo' })) {
  if (event.type !== 'turns') continue
  turns += (await memory.space({ tenant: 'bench', space: event.space }).remember(event.turns)).added
}
const ingestMs = performance.now() - started

const samples: readonly Sample[] = JSON.parse(readFileSync(path, 'utf8'))
const totals = new Map<string, number[]>()
const times: number[] = []
for (const { sample_id, qa } of samples) {
  const space = memory.space({ tenant: 'bench', space: sample_id })
  const known = new Set((await space.turns()).map(({ id }) => id))
  for (const { question, category, evidence } of qa) {
    const gold = [
      ...new Set([...evidence.join(' ').matchAll(/D:?(\d+):0*(\d+)/g)].map(([, session, turn]) => `D${session}:${turn}`)),
    ].filter(id => known.has(id))
    if (category === 5 || gold.length === 0) continue
    const at = async (options: { cards: number } | { tokens: number }): Promise<number> => {
      const { cards, ms } = await space.recall(question, options)
      times.push(ms.search)
      const found = new Set(cards.flatMap(({ sources }) => sources.map(({ turnId }) => turnId)))
      return gold.filter(id => found.has(id)).length / gold.length
    }
    const values = [
      await at({ cards: 5 }),
      await at({ cards: 10 }),
      await at({ cards: 25 }),
      await at({ cards: 50 }),
      await at({ tokens: 500 }),
      await at({ tokens: 1000 }),
    ]
    for (const group of ['all', ['', 'multi-hop', 'temporal', 'open-domain', 'single-hop'][category] ?? '?']) {
      const sum = totals.get(group) ?? [0, 0, 0, 0, 0, 0, 0]
      totals.set(
        group,
        [...values, 1].map((value, index) => value + (sum[index] ?? 0)),
      )
    }
  }
}
console.log(`${turns} turns in ${Math.round(ingestMs)} ms`)
console.log('group'.padEnd(12), '@5    @10   @25   @50   500   1000  n')
for (const [group, sums] of totals) {
  const count = sums.at(-1) ?? 1
  console.log(
    group.padEnd(12),
    sums
      .slice(0, -1)
      .map(sum => ((100 * sum) / count).toFixed(1).padEnd(5))
      .join(' '),
    count,
  )
}
times.sort((left, right) => left - right)
console.log(`search ms p50 ${times[times.length >> 1]?.toFixed(3)} p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(3)}`)
await memory.close()
