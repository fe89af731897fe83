import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { readDialogues } from '../../src/import/read-dialogues.ts'
import { openEngram, type Turn } from '../../src/index.ts'
import { quantile } from '../../src/lib/quantile.ts'
import { terms, words } from '../../src/lib/terms.ts'

// What writing and recalling cost, beside a bare SQLite FTS5 table with the same turns in the same run: the machine is noisy, ratios hold.
//   npm run bench:core -- FILE…      dialogues of any format that import reads
// Questions are made of the dialogue itself: four content words of every n-th turn, so that any file will do.

const { positionals: files } = parseArgs({ allowPositionals: true })
if (files.length === 0) throw new Error('Name dialogue files: npm run bench:core -- FILE…')
const tenant = 'bench'
const questionsPerSpace = 100

const spaces = new Map<string, Turn[]>()
for (const file of files) {
  for await (const event of readDialogues(file)) {
    if (event.type === 'turns') spaces.set(event.space, [...(spaces.get(event.space) ?? []), ...event.turns])
  }
}
const all = [...spaces.values()].flat()
const folder = mkdtempSync(join(tmpdir(), 'engram-r-bench-'))
const memory = await openEngram({ store: join(folder, 'memory.db') })

const write = async (): Promise<number> => {
  const start = performance.now()
  for (const [space, turns] of spaces) {
    for (let from = 0; from < turns.length; from += 500) await memory.space({ tenant, space }).remember(turns.slice(from, from + 500))
  }
  return performance.now() - start
}
const firstMs = await write()
const againMs = await write()

const bare = new DatabaseSync(join(folder, 'fts5.db'))
bare.exec(
  "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE VIRTUAL TABLE turns USING fts5(space UNINDEXED, id UNINDEXED, text, tokenize = 'porter')",
)
const bareStart = performance.now()
const insert = bare.prepare('INSERT INTO turns VALUES (?, ?, ?)')
for (const [space, turns] of spaces) {
  bare.exec('BEGIN')
  for (const { id, text } of turns) insert.run(space, id, text)
  bare.exec('COMMIT')
}
const bareMs = performance.now() - bareStart

const select = bare.prepare('SELECT id FROM turns WHERE turns MATCH ? AND space = ? ORDER BY bm25(turns) LIMIT 25')
const coldMs: number[] = []
const asked: Asked[] = []
const unasked: Asked[] = []
for (const [space, turns] of spaces) {
  const scope = memory.space({ tenant, space })
  const coldStart = performance.now()
  await scope.recall('warm up')
  coldMs.push(performance.now() - coldStart)
  const step = Math.max(1, Math.floor(turns.length / questionsPerSpace))
  for (let index = 0; index < turns.length; index += step) {
    const content = words(turns[index]?.text ?? '').filter(word => word.length > 3 && terms(word).length > 0)
    for (const [into, from] of [
      [asked, 0],
      [unasked, 4],
    ] as const) {
      const terse = content.slice(from, from + 4)
      if (terse.length > 0) into.push({ space, words: terse })
    }
  }
}

/** All questions to a space by recall, then the same by FTS5: each finds the processor's caches as it left them, as in a program of its own. */
async function askAll(asked: readonly Asked[]): Promise<Reading> {
  const reading: Reading = { recall: [], search: [], fts5: [] }
  for (const [space, ofSpace] of Map.groupBy(asked, one => one.space)) {
    const scope = memory.space({ tenant, space })
    for (const { words } of ofSpace) {
      const start = performance.now()
      const { ms } = await scope.recall(`What about ${words.join(' ')}?`, { cards: 25 })
      reading.recall.push(performance.now() - start)
      reading.search.push(ms.search)
    }
    for (const { words } of ofSpace) {
      const start = performance.now()
      select.all(words.map(word => `"${word}"`).join(' OR '), space)
      reading.fts5.push(performance.now() - start)
    }
  }
  return reading
}

interface Asked {
  readonly space: string
  readonly words: readonly string[]
}

/** In ms. */
interface Reading {
  readonly recall: number[]
  readonly search: number[]
  readonly fts5: number[]
}

// The engine still compiles at the first round; at the last it has been running for a while, as in a server.
const rounds: Reading[] = []
for (let round = 0; round < 10; round++) rounds.push(await askAll(asked))
const fresh = await askAll(unasked)
const [once, again] = [rounds[0], rounds.at(-1)]
if (once === undefined || again === undefined) throw new Error('The files hold no question.')
await memory.close()
const reopened = await openEngram({ store: join(folder, 'memory.db') })
const reopenedMs: number[] = []
for (const space of spaces.keys()) {
  const start = performance.now()
  await reopened.space({ tenant, space }).recall('warm up')
  reopenedMs.push(performance.now() - start)
}
await reopened.close()
bare.close()
rmSync(folder, { recursive: true, force: true })

const rate = (ms: number): string => Math.round((1000 * all.length) / ms).toLocaleString('en')
const row = (name: string, values: readonly number[], beside: readonly number[]): string[] => [
  name,
  quantile(values, 0.5).toFixed(3),
  quantile(values, 0.95).toFixed(3),
  (quantile(values, 0.5) / quantile(beside, 0.5)).toFixed(2),
]

console.log(`${all.length} turns in ${spaces.size} spaces, ${asked.length} questions`)
const writing = new Table({ head: ['writing', 'turns/s', 'x FTS5'], style: { head: [], border: [] } })
writing.push(
  ['remember: log, records, dates; durable', rate(firstMs), (bareMs / firstMs).toFixed(2)],
  ['the same again: all duplicates', rate(againMs), (bareMs / againMs).toFixed(2)],
  ['bare FTS5 insert', rate(bareMs), '1.00'],
)
console.log(writing.toString())
const reading = new Table({ head: ['reading, ms', 'p50', 'p95', 'p50 / FTS5'], style: { head: [], border: [] } })
reading.push(
  row('asked once, process just begun: recall, 25 cards, rendered, counted', once.recall, once.fts5),
  row('of which search', once.search, once.fts5),
  row('bare FTS5 query, 25 ids', once.fts5, once.fts5),
  row('asked for the tenth time: recall', again.recall, again.fts5),
  row('of which search', again.search, again.fts5),
  row('bare FTS5 query, 25 ids', again.fts5, again.fts5),
  row('other questions, asked once, by then: recall', fresh.recall, fresh.fts5),
  row('of which search', fresh.search, fresh.fts5),
  row('bare FTS5 query, 25 ids', fresh.fts5, fresh.fts5),
  row('first recall of a space', coldMs, once.fts5),
  row('the same, the memory opened again', reopenedMs, once.fts5),
)
console.log(reading.toString())
