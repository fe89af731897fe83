import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { presetNames } from '../../src/config.ts'
import { readDialogues } from '../../src/import/read-dialogues.ts'
import { type Evidence, openEngram } from '../../src/index.ts'
import { isStopWord, stem, words } from '../../src/lib/terms.ts'
import { openMemoryStore } from '../../src/testing.ts'
import { type DatasetName, datasetNames, type GoldQuestion, readGold } from './gold.ts'

// Evidence recall without a model: which share of a question's gold turns is among those that the cards cite.
//   npm run bench:retrieval -- locomo FILE | longmemeval FILE [EXTRA-QUESTIONS] | beam FOLDER   [--json] [--without feature,...] [--preset NAME]
// The system under test sees turns and question texts, nothing of the gold side.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    preset: { type: 'string', default: 'default' },
    without: { type: 'string', default: '' },
  },
})
const dataset = datasetNames.find(name => name === positionals[0])
const preset = presetNames.find(name => name === values.preset)
const [, path, extra] = positionals
if (dataset === undefined || path === undefined || preset === undefined)
  throw new Error(`Usage: bench:retrieval -- ${datasetNames.join('|')} PATH`)

const budgets = [
  { cards: 5 },
  { cards: 10 },
  { cards: 25 },
  { cards: 50 },
  { tokens: 500 },
  { tokens: 1000 },
  { tokens: 2000 },
  { tokens: 4000 },
] as const
const heads = ['at5', 'at10', 'at25', 'at50', 'tokens500', 'tokens1000', 'tokens2000', 'tokens4000'] as const

const without = values.without.split(',').filter(name => name !== '')
const memory = await openEngram({ store: openMemoryStore(), preset, without })
const ingest = await ingestAll(dataset, path)
const rows: { readonly group: string; readonly recall: readonly number[]; readonly words: readonly (number | null)[] }[] = []
const searchMs: number[] = []
let tokens = { fullContext: 0, ours: 0 }
for (const question of readGold(dataset, path, extra)) {
  if (question.evidence.length > 0) await score(question)
}
await memory.close()
report(dataset)

async function ingestAll(format: DatasetName, file: string): Promise<{ readonly turns: number; readonly ms: number }> {
  const start = performance.now()
  let turns = 0
  for await (const event of readDialogues(file, { format })) {
    if (event.type === 'turns') turns += (await memory.space({ tenant: 'bench', space: event.space }).remember(event.turns)).added
  }
  return { turns, ms: performance.now() - start }
}

async function score({ space: name, text, at, group, evidence, by, answer }: GoldQuestion): Promise<void> {
  const space = memory.space({ tenant: 'bench', space: name })
  const turns = new Map((await space.turns()).map(turn => [turn.id, turn]))
  const unitOf = (id = ''): string => (by === 'session' ? (turns.get(id)?.session ?? '') : id)
  const known = new Set([...turns.keys()].map(unitOf))
  const gold = evidence.filter(id => known.has(id))
  if (gold.length === 0) return
  const recall: number[] = []
  const visible: (number | null)[] = []
  for (const budget of budgets) {
    const found = await space.recall(text, { ...budget, ...(at === null ? {} : { at }) })
    searchMs.push(found.ms.search)
    const cited = new Set(found.cards.map(({ sources }) => unitOf(sources[0]?.turnId)))
    recall.push(gold.filter(id => cited.has(id)).length / gold.length)
    visible.push(answer === null ? null : visibleShare(answer, found))
    if ('tokens' in budget && budget.tokens === 500)
      tokens = { fullContext: tokens.fullContext + found.fullContextTokens, ours: tokens.ours + found.tokens }
  }
  rows.push({ group, recall, words: visible })
}

/** Of the gold answer's content words, those that can be read in the cards. */
function visibleShare(answer: string, { text }: Evidence): number | null {
  const content = (of: string): readonly string[] =>
    words(of)
      .filter(word => !isStopWord(word))
      .map(stem)
  const wanted = [...new Set(content(answer))]
  const shown = new Set(content(`${text} ${dateWords(text)}`))
  return wanted.length === 0 ? null : wanted.filter(word => shown.has(word)).length / wanted.length
}

/** A card says 2023-05-07 where a gold answer says 7 May 2023: the same words to a reader. */
function dateWords(text: string): string {
  const months = 'January February March April May June July August September October November December'.split(' ')
  return [...text.matchAll(/\b(\d{4})-(\d\d)(?:-(\d\d))?\b/g)]
    .map(([, year, month, day = '']) => `${Number(day) || ''} ${months[Number(month) - 1] ?? ''} ${year}`)
    .join(' ')
}

function mean(numbers: readonly (number | null)[]): number {
  const measured = numbers.filter(value => value !== null)
  return measured.reduce((sum, value) => sum + value, 0) / Math.max(1, measured.length)
}

function report(name: string): void {
  const groups = ['all', ...new Set(rows.map(({ group }) => group))]
  const of = (group: string) => rows.filter(row => group === 'all' || row.group === group)
  const recallOf = (group: string) =>
    Object.fromEntries(heads.map((head, index) => [head, percent(mean(of(group).map(({ recall }) => recall[index] ?? 0)))]))
  const wordsOf = (head: (typeof heads)[number]) => percent(mean(rows.map(row => row.words[heads.indexOf(head)] ?? null)))
  const sorted = searchMs.toSorted((left, right) => left - right)
  const at = (share: number): number => Math.round(1000 * (sorted[Math.floor(share * (sorted.length - 1))] ?? 0)) / 1000
  const result = {
    dataset: name,
    questions: rows.length,
    recall: recallOf('all'),
    answerWords: { tokens500: wordsOf('tokens500'), tokens1000: wordsOf('tokens1000') },
    byCategory: Object.fromEntries(groups.slice(1).map(group => [group, { questions: of(group).length, ...recallOf(group) }])),
    searchMs: { p50: at(0.5), p95: at(0.95) },
    ingest: { turns: ingest.turns, turnsPerSecond: Math.round((1000 * ingest.turns) / ingest.ms) },
    tokensPerQuestion: { fullContext: Math.round(tokens.fullContext / rows.length), cards: Math.round(tokens.ours / rows.length) },
  }
  if (values.json) {
    console.log(JSON.stringify(result))
    return
  }
  const table = new Table({ head: ['', 'n', ...heads], style: { head: [], border: [], compact: true } })
  for (const group of groups) table.push([group, of(group).length, ...Object.values(recallOf(group)).map(value => value.toFixed(1))])
  console.log(table.toString())
  console.log(`answer words visible: ${result.answerWords.tokens500} at 500, ${result.answerWords.tokens1000} at 1,000 tokens`)
  console.log(
    `search p50 ${result.searchMs.p50} ms, p95 ${result.searchMs.p95} ms; ${ingest.turns} turns at ${result.ingest.turnsPerSecond}/s`,
  )
}

function percent(share: number): number {
  return Math.round(1000 * share) / 10
}
