import { assemble } from '../../src/assemble.ts'
import type { BenchmarkName, BenchmarkQuestion } from '../../src/bench/datasets/dataset.ts'
import { openDataset } from '../../src/bench/datasets/open-dataset.ts'
import { topIndices } from '../../src/lib/top-indices.ts'
import { evaluate, type Term } from '../../src/retrieve/evaluate.ts'
import { features } from '../../src/retrieve/features.ts'
import { viewQuestion } from '../../src/retrieve/question-view.ts'
import { weighedSum } from '../../src/retrieve/weighed-sum.ts'
import { openMemoryStore } from '../../src/testing.ts'

// Chooses the weights of src/retrieve/features.ts by coordinate ascent on development data:
//   node scripts/bench/tune.ts LOCOMO-FILE BEAM-FOLDER LONGMEMEVAL-FILE
// The objective is the mean over the data sets of evidence recall in 25 turns and in 500, 1,000, 2,000 (and 4,000) tokens, estimated by
// characters; a step is kept if the mean gains and no data set loses more than `tolerated`. Prints each data set before, after and without each feature.

const [locomo = '', beam = '', longmemeval = ''] = process.argv.slice(2)
type SetName = Exclude<BenchmarkName, 'healthbench'>
const sets: readonly { readonly name: SetName; readonly path: string; readonly tokens: readonly number[] }[] = [
  { name: 'locomo', path: locomo, tokens: [500, 1000] },
  { name: 'beam', path: beam, tokens: [1000, 2000, 4000] },
  { name: 'longmemeval', path: longmemeval, tokens: [500, 1000, 2000] },
]
const tolerated = 0.1
const charactersPerToken = 4.3
const tokensPerCard = 12
const timelineGroups = ['event_ordering', 'summarization']

interface Case {
  readonly set: SetName
  readonly terms: readonly Term[]
  readonly units: readonly string[]
  readonly costs: Float64Array
  readonly gold: ReadonlySet<string>
}

const store = openMemoryStore()
const { engram, partitions } = assemble(store)
const cases: Case[] = []
for (const { name, path } of sets) {
  const dataset = openDataset(name, path, { captions: true })
  for await (const { space, turns, questions } of dataset.histories()) {
    await engram.remember({ tenant: name, space }, turns)
    for (const question of questions) {
      const { category, abstains } = question.gold
      if (abstains || timelineGroups.includes(category) || dataset.apart.includes(category)) continue
      const made = await makeCase(name, question)
      if (made.gold.size > 0) cases.push(made)
    }
  }
}

async function makeCase(set: SetName, { asked, gold }: BenchmarkQuestion): Promise<Case> {
  const { space, text, at } = asked
  const partition = await partitions.open({ tenant: set, space })
  const view = viewQuestion({ text, at, asOf: null, speakers: null, kinds: null }, partition)
  const terms = evaluate(view, partition, () => true)
  const units = partition.passages.map(({ turn }) => (gold.evidenceBy === 'session' ? (turn.session ?? '') : turn.id))
  return {
    set,
    terms,
    units,
    costs: Float64Array.from(partition.passages, passage => passage.text.length / charactersPerToken + tokensPerCard),
    gold: new Set(gold.evidence.filter(id => units.includes(id))),
  }
}

type Weights = Readonly<Record<string, number>>

function score({ set, terms, units, costs, gold }: Case, weights: Weights): number {
  const weighed = terms.map(({ name, values }) => ({ values, weight: weights[name] ?? 0 }))
  const order = topIndices(weighedSum(weighed, units.length), 400)
  const recall = (found: ReadonlySet<string | undefined>): number => [...gold].filter(id => found.has(id)).length / gold.size
  const distinct = new Set<string | undefined>()
  for (const index of order) {
    if (distinct.size === 25) break
    distinct.add(units[index])
  }
  const parts = [recall(distinct)]
  for (const limit of sets.find(({ name }) => name === set)?.tokens ?? []) {
    const shown = new Set<string | undefined>()
    let used = 0
    for (const index of order) {
      used += costs[index] ?? 0
      if (used > limit) break
      shown.add(units[index])
    }
    parts.push(recall(shown))
  }
  return parts.reduce((sum, part) => sum + part, 0) / parts.length
}

function objective(weights: Weights): Readonly<Record<SetName, number>> {
  const mean = (set: SetName): number => {
    const own = cases.filter(one => one.set === set)
    return (100 * own.reduce((sum, one) => sum + score(one, weights), 0)) / own.length
  }
  return { locomo: mean('locomo'), beam: mean('beam'), longmemeval: mean('longmemeval') }
}

/** LongMemEval's development questions are too few to steer by: they may only veto. */
const total = ({ locomo: first, beam: second }: Readonly<Record<SetName, number>>): number => first + second
const shown = (result: Readonly<Record<SetName, number>>): string =>
  Object.entries(result)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join('  ')

let weights: Weights = Object.fromEntries(features.map(({ name, weight }) => [name, weight]))
let best = objective(weights)
console.log('as they are'.padEnd(24), shown(best))
for (const { name } of features) console.log(`without ${name}`.padEnd(24), shown(objective({ ...weights, [name]: 0 })))
for (let round = 0; round < 2; round++) {
  for (const { name } of features) {
    const now = weights[name] ?? 0
    const steps = [0.5, 0.75, 1.25, 1.5, 2].map(factor => Math.round(100 * factor * now) / 100)
    for (const step of [...steps, 0, -0.06, 0.1, 0.3]) {
      if (step === weights[name]) continue
      const tried = objective({ ...weights, [name]: step })
      const loses = sets.some(set => tried[set.name] < best[set.name] - tolerated)
      if (total(tried) <= total(best) + 0.05 || loses) continue
      best = tried
      weights = { ...weights, [name]: step }
      console.log(`${name} ${step}`.padEnd(24), shown(best))
    }
  }
}
console.log(JSON.stringify(weights))
