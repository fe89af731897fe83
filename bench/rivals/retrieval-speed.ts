import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { MemoryVectorStore } from '@langchain/classic/vectorstores/memory'
import { Document } from '@langchain/core/documents'
import { FakeEmbeddings } from '@langchain/core/utils/testing'
import usearch from 'usearch'
import { createStaticEmbedder } from '../../src/embed/static-embedder.ts'
import { type OpenEngram, openEngram, type TurnInput } from '../../src/index.ts'
import { quantile } from '../../src/lib/quantile.ts'

// Ingest, cold open and recall at several sizes of one space, with rivals in the same run:
//   npm run bench:retrieval-speed            600, 10,000 and 100,000 turns
//   npm run bench:retrieval-speed -- --sizes 600,1000000
// Turns are made of words by a fixed seed. Each rival does less than recall does: FTS5 and usearch give ids, LangChain texts; none ranks by
// speaker, date or neighbours, resolves dates, packs a budget or counts tokens, and the vector rivals are handed their vectors.

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '600,10000,100000' } } })
const sizes = values.sizes.split(',').map(Number)
const questions = 60
const results = 25

let seed = 7
const random = (): number => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
  return seed / 2 ** 32
}
const vocabulary = readFileSync(new URL('../../assets/static-table/vocabulary.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(word => /^[a-z]{3,}$/.test(word))
const word = (): string => vocabulary[Math.floor(vocabulary.length * random() ** 3)] ?? 'word'
const words = (count: number): string => Array.from({ length: count }, word).join(' ')

function makeTurns(count: number): readonly (TurnInput & { readonly id: string })[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    session: `s${index >> 5}`,
    speaker: index % 2 === 0 ? 'Ida' : 'Noor',
    at: new Date(Date.UTC(2020, 0, 1 + (index >> 5))).toISOString().slice(0, 10),
    text: `I ${words(8 + Math.floor(random() * 18))}.`,
  }))
}

/** Each question once, and once more. */
async function timed(asked: readonly string[], ask: (text: string) => unknown): Promise<Pick<Measured, 'times' | 'secondTimes'>> {
  const round = async (): Promise<readonly number[]> => {
    const times: number[] = []
    for (const text of asked) {
      const start = performance.now()
      await ask(text)
      times.push(performance.now() - start)
    }
    return times
  }
  return { times: await round(), secondTimes: await round() }
}

function row(name: string, count: number, { ingestMs, firstMs = null, againMs = null, times, secondTimes }: Measured): void {
  const rate = ingestMs === null ? '-' : Math.round((1000 * count) / ingestMs).toLocaleString('en')
  const [first, again] = [firstMs, againMs].map(ms => ms?.toFixed(0) ?? '-')
  const quantiles = [times, secondTimes].flatMap(all => [0.5, 0.95].map(part => quantile(all, part).toFixed(2)))
  console.log(`| ${[name, rate, first, again, ...quantiles].join(' | ')} |`)
}

interface Measured {
  /** Until all is on disk and closed; null for what was given its vectors. */
  readonly ingestMs: number | null
  /** Of the first recall after a memory was opened, and of that after it was opened once more. */
  readonly firstMs?: number | null
  readonly againMs?: number | null
  /** Of each question once, and once more. */
  readonly times: readonly number[]
  readonly secondTimes: readonly number[]
}

for (const count of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'engram-r-rivals-'))
  const turns = makeTurns(count)
  // Each asks with four words of a turn, as people ask with words they remember: rare ones and common ones.
  const asked = Array.from({ length: questions }, () => {
    const said = turns[Math.floor(random() * count)]?.text.slice(2, -1).split(' ') ?? []
    return `What did Ida say about ${said.slice(0, 4).join(' ')}?`
  })
  console.log(
    `\n${count.toLocaleString('en')} turns, ${questions} questions, ${results} results\n\n| | ingest, turns/s | first, ms | opened again, ms | new: p50, ms | p95 | asked again: p50 | p95 |\n| --- | --- | --- | --- | --- | --- | --- | --- |`,
  )

  const path = join(folder, 'memory.db')
  const writing = await openEngram({ store: path })
  const start = performance.now()
  for (let from = 0; from < count; from += 500) await writing.space({ tenant: 't', space: 's' }).remember(turns.slice(from, from + 500))
  await writing.close()
  const ingestMs = performance.now() - start
  const firstRecall = async (memory: OpenEngram): Promise<number> => {
    const opened = performance.now()
    await memory.space({ tenant: 't', space: 's' }).recall('Where is the ferry?')
    return performance.now() - opened
  }
  const once = await openEngram({ store: path })
  const firstMs = await firstRecall(once)
  await once.close()
  const memory = await openEngram({ store: path })
  const againMs = await firstRecall(memory)
  const space = memory.space({ tenant: 't', space: 's' })
  // A process that serves has been warm for long: the engine has compiled what runs often.
  for (let round = 0; round < 300; round++) await space.recall(`What did Noor say about ${words(3)}?`, { cards: results })
  row('engram-r recall, 25 cards', count, {
    ingestMs,
    firstMs,
    againMs,
    ...(await timed(asked, text => space.recall(text, { cards: results }))),
  })
  await memory.close()

  const bare = new DatabaseSync(join(folder, 'fts5.db'))
  bare.exec("PRAGMA journal_mode = WAL; CREATE VIRTUAL TABLE turns USING fts5(id UNINDEXED, text, tokenize = 'porter')")
  const insert = bare.prepare('INSERT INTO turns VALUES (?, ?)')
  const bareStart = performance.now()
  bare.exec('BEGIN')
  for (const { id, text } of turns) insert.run(id, text)
  bare.exec('COMMIT')
  const bareMs = performance.now() - bareStart
  const select = bare.prepare(`SELECT id FROM turns WHERE turns MATCH ? ORDER BY bm25(turns) LIMIT ${results}`)
  const query = (text: string): unknown =>
    select.all(
      (text.match(/[a-z]+/gi) ?? [])
        .slice(4)
        .map(one => `"${one}"`)
        .join(' OR '),
    )
  row('node:sqlite FTS5, 25 ids', count, { ingestMs: bareMs, ...(await timed(asked, query)) })
  bare.close()

  const embedder = createStaticEmbedder()
  const vectors = await embedder.embed(turns.map(({ text }) => text))
  const askedVectors = new Map((await embedder.embed(asked)).map((vector, index) => [asked[index], vector]))
  const flat = new Float32Array(count * embedder.dimensions)
  for (const [index, vector] of vectors.entries()) flat.set(vector, index * embedder.dimensions)
  const exact = (text: string): unknown =>
    usearch.exactSearch(
      flat,
      askedVectors.get(text) ?? new Float32Array(embedder.dimensions),
      embedder.dimensions,
      results,
      usearch.MetricKind.Cos,
    )
  row('usearch exact f32, given vectors, 25 ids', count, { ingestMs: null, ...(await timed(asked, exact)) })
  if (count <= 100_000) {
    const store = new MemoryVectorStore(new FakeEmbeddings())
    const addStart = performance.now()
    await store.addVectors(
      vectors.map(vector => [...vector]),
      turns.map(({ text, id }) => new Document({ pageContent: text, metadata: { id } })),
    )
    const addMs = performance.now() - addStart
    const search = (text: string): unknown => store.similaritySearchVectorWithScore([...(askedVectors.get(text) ?? [])], results)
    row('LangChain MemoryVectorStore, given vectors', count, {
      ingestMs: addMs,
      ...(await timed(asked.slice(0, 20), search)),
    })
  }
  console.log(`\nresident: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB for all of them together`)
  rmSync(folder, { recursive: true, force: true })
}
