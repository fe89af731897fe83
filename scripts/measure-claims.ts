// What the rule router and extractor keep of a LoCoMo file, and how fast: npx node scripts/measure-claims.ts PATH [--show=N]
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Memory, MemoryKind, Turn } from '../src/domain.ts'
import { createRuleExtractor } from '../src/extract/rule-extractor.ts'
import { memoryText } from '../src/lib/memory-text.ts'
import { stem, words } from '../src/lib/terms.ts'
import { createRuleRouter } from '../src/route/rule-router.ts'
import { turnsBySpace } from './turns-by-space.ts'

interface LocomoSample {
  readonly sample_id: string
  readonly qa: readonly { readonly answer?: string | number; readonly category: number; readonly evidence: readonly string[] }[]
}

const categories = ['', 'multi-hop', 'temporal', 'open-domain', 'single-hop']
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`
const countOf = (text: string): number => text.split(/\s+/).filter(word => word !== '').length
const stemmed = (text: string): ReadonlySet<string> => new Set(words(text).map(stem))

const [path = '', show = ''] = process.argv.slice(2)
const samples: readonly LocomoSample[] = JSON.parse(readFileSync(path, 'utf8'))
const turnsOf = await turnsBySpace(path)
const router = createRuleRouter()
const extractor = createRuleExtractor()

async function derive(
  turns: readonly Turn[],
): Promise<ReadonlyMap<string, { readonly kinds: ReadonlySet<MemoryKind>; readonly memories: readonly Memory[] }>> {
  const routed = await router.route(turns)
  const derived = new Map<string, { readonly kinds: ReadonlySet<MemoryKind>; readonly memories: readonly Memory[] }>()
  for (const [index, turn] of turns.entries()) {
    const kinds = routed[index] ?? new Set<MemoryKind>()
    derived.set(turn.id, { kinds, memories: await extractor.extract(turn, kinds, turns.slice(Math.max(0, index - 1), index)) })
  }
  return derived
}

const dialogues = samples.map(sample => ({ sample, turns: turnsOf.get(sample.sample_id) ?? [] }))
const total = dialogues.reduce((sum, { turns }) => sum + turns.length, 0)
let fastest = Number.POSITIVE_INFINITY
for (let round = 0; round < 5; round++) {
  const started = performance.now()
  for (const { turns } of dialogues) await derive(turns)
  fastest = Math.min(fastest, performance.now() - started)
}

const bits = { episodic: 0, semantic: 0, procedural: 0, none: 0 }
const kept = { original: 0, claims: 0, shared: 0, records: 0, silent: 0 }
const evidence = { all: 0, none: 0 }
const answers = new Map<string, { questions: number; original: number; claims: number }>()
const shown: string[] = []
const lost: string[] = []
for (const { sample, turns } of dialogues) {
  const derived = await derive(turns)
  const byId = new Map(turns.map(turn => [turn.id, turn]))
  for (const turn of turns) {
    const { kinds, memories } = derived.get(turn.id) ?? { kinds: new Set<MemoryKind>(), memories: [] }
    if (kinds.size === 0) bits.none++
    for (const kind of kinds) bits[kind]++
    kept.original += countOf(turn.text)
    kept.records += memories.length
    if (memories.length === 0) kept.silent++
    for (const { body } of memories) {
      shown.push(`${turn.speaker}: ${turn.text}\n  => ${JSON.stringify(body)}`)
      if (body.kind !== 'episodic') continue
      const shares = /(?:^|\n)shared a photo: .*$/s.exec(body.summary)?.[0] ?? ''
      kept.claims += countOf(body.summary) - countOf(shares)
      kept.shared += countOf(shares)
    }
  }
  for (const { answer, category, evidence: ids } of sample.qa) {
    const name = categories[category]
    const cited = [...new Set(ids.flatMap(id => [...id.matchAll(/D:?(\d+):0*(\d+)/g)].map(match => `D${match[1]}:${match[2]}`)))].flatMap(
      id => byId.get(id) ?? [],
    )
    if (name === undefined || answer === undefined || cited.length === 0) continue
    for (const turn of cited) {
      evidence.all++
      if ((derived.get(turn.id)?.memories.length ?? 0) > 0) continue
      evidence.none++
      lost.push(`${turn.speaker}: ${turn.text}`)
    }
    const gold = [...stemmed(String(answer))].filter(word => word.length > 1)
    if (gold.length === 0) continue
    const original = stemmed(cited.map(turn => `${turn.speaker} ${turn.text} ${turn.attachments[0]?.caption ?? ''}`).join(' '))
    const claims = stemmed(
      cited
        .map(
          turn =>
            `${turn.speaker} ${
              derived
                .get(turn.id)
                ?.memories.map(memory => memoryText(memory.body))
                .join(' ') ?? ''
            }`,
        )
        .join(' '),
    )
    const tally = answers.get(name) ?? { questions: 0, original: 0, claims: 0 }
    tally.questions++
    tally.original += gold.filter(word => original.has(word)).length / gold.length
    tally.claims += gold.filter(word => claims.has(word)).length / gold.length
    answers.set(name, tally)
  }
}

console.log(`${total} turns, ${Math.round((1000 * total) / fastest)} turns/s routed and extracted (best of 5)`)
console.log(
  `bits: ${Object.entries(bits)
    .map(([name, count]) => `${name} ${percent(count, total)}`)
    .join(', ')}; turns without a record ${percent(kept.silent, total)}`,
)
console.log(`words: ${kept.original} said, ${kept.claims} in episodic claims (and ${kept.shared} of captions); ${kept.records} records`)
console.log(`gold evidence turns (categories 1-4): ${evidence.all}, of which without a record ${evidence.none}`)
for (const [name, { questions, original, claims }] of answers) {
  const [before, after] = [percent(original, questions), percent(claims, questions)]
  console.log(`${name}: answer words in the turns ${before}, in their records ${after} (${questions} questions)`)
}
const count = Number(/--show=(\d+)/.exec(show)?.[1] ?? 0)
for (let index = 0; index < count; index++) console.log(shown[(index * 6047 + 77) % shown.length])
for (const turn of lost.slice(0, count)) console.log(`no record: ${turn}`)
