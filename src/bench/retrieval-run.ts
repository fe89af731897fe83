import type { Evidence, MemoryKind } from '../domain.ts'
import { quantile } from '../lib/quantile.ts'
import { terms } from '../lib/terms.ts'
import type { OpenEngram } from '../open.ts'
import type { BenchmarkQuestion, Dataset, History } from './datasets/dataset.ts'
import { createManifestWriter, type Manifest } from './datasets/manifest.ts'

const tenant = 'bench'
const cardBudgets = [5, 10, 25, 50] as const
const tokenBudgets = [500, 1000, 2000, 4000] as const

export type RecallFigures = Readonly<Record<`at${(typeof cardBudgets)[number]}` | `tokens${(typeof tokenBudgets)[number]}`, number>>

export interface RetrievalResult {
  /** Those with evidence that is there. */
  readonly questions: number
  /** Percent of a question's gold evidence among the first 5 to 50 turns, and in the cards that fit 500 to 4,000 tokens; means over questions. */
  readonly recall: RecallFigures
  /** Percent of the gold answers' content words that can be read in the cards; null where no answers are words. */
  readonly answerWords: { readonly tokens500: number | null; readonly tokens1000: number | null }
  readonly byCategory: Readonly<Record<string, { readonly questions: number } & RecallFigures>>
  readonly searchMs: { readonly p50: number; readonly p95: number }
  /** Of the cards at the preset's own budget and of the transcripts, summed over the questions. */
  readonly inputTokens: { readonly fullContext: number; readonly ours: number; readonly perQuestion: number }
}

interface Row {
  readonly group: string
  /** Null where the key names no turn that is there. */
  readonly recall: RecallFigures | null
  /** By the audit's evidence; null where that names no turn that is there. */
  readonly audited: RecallFigures | null
  readonly words: { readonly tokens500: number | null; readonly tokens1000: number | null }
  readonly fullContext: number
  readonly ours: number
}

/** Hits looked through for the first 50 turns: a turn may have several. */
const deep = 150

export interface RetrievalRun extends RetrievalResult {
  readonly dataset: Manifest
  /** By the evidence that an audit puts in the key's place; null where there is no audit. */
  readonly audited: { readonly questions: number; readonly changed: number; readonly recall: RecallFigures } | null
  readonly ingest: { readonly turns: number; readonly turnsPerSecond: number }
}

export interface RetrievalOptions {
  /** An empty memory for each history. */
  readonly open: () => Promise<OpenEngram>
  /** Only these kinds of records are searched; all, and what no record was made of, where not given. */
  readonly kinds?: readonly MemoryKind[] | undefined
  readonly onQuestion?: (history: number, done: number, of: number) => void
}

/** Asks every question that has evidence, one history after the other. The memory sees the turns and the question's text and date, nothing else. */
export async function runRetrieval(dataset: Dataset, { open, kinds, onQuestion = () => {} }: RetrievalOptions): Promise<RetrievalRun> {
  const rows: Row[] = []
  const searchMs: number[] = []
  const manifest = createManifestWriter(dataset)
  let histories = 0
  let turns = 0
  let ingestMs = 0
  let changed = 0
  for await (const history of dataset.histories()) {
    histories += 1
    manifest.add(history)
    const memory = await open()
    const start = performance.now()
    turns += (await memory.space({ tenant, space: history.space }).remember(history.turns)).added
    ingestMs += performance.now() - start
    // Questions that have no answer have no evidence either, whatever is marked: the official scores leave them out.
    const questions = history.questions.filter(({ gold }) => !gold.abstains && !dataset.apart.includes(gold.category))
    for (const [index, question] of questions.entries()) {
      onQuestion(histories, index, questions.length)
      const row = await ask({ memory, history, question, kinds, searchMs })
      if (row !== null) rows.push(row)
      if (question.gold.audit !== null) changed += 1
    }
    await memory.close()
  }
  const ingest = { turns, turnsPerSecond: Math.round((1000 * turns) / ingestMs) }
  const again = rows.map(({ audited }) => audited).filter(row => row !== null)
  const audited = changed === 0 ? null : { questions: again.length, changed, recall: figures(again) }
  return { dataset: await manifest.finish(), ...summary(rows, searchMs), audited, ingest }
}

interface Asking extends Pick<RetrievalOptions, 'kinds'> {
  readonly memory: OpenEngram
  readonly history: History
  readonly question: BenchmarkQuestion
  /** Gets what each search took. */
  readonly searchMs: number[]
}

/** Null where none of the evidence is there to be found. */
async function ask({ memory, history, question: { asked, gold }, kinds, searchMs }: Asking): Promise<Row | null> {
  const turns = new Map(history.turns.map(turn => [turn.id, turn]))
  const unitOf = (id = ''): string => (gold.evidenceBy === 'session' ? (turns.get(id)?.session ?? '') : id)
  const known = new Set([...turns.keys()].map(unitOf))
  const wanted = gold.evidence.filter(id => known.has(id))
  const audited = (gold.audit?.evidence ?? gold.evidence).filter(id => known.has(id))
  if (wanted.length === 0 && audited.length === 0) return null
  const space = memory.space({ tenant, space: asked.space })
  const dated = { ...(asked.at !== null && { at: asked.at }), ...(kinds !== undefined && { kinds }) }
  const recall = async (budget: { cards?: number; tokens?: number }): Promise<Evidence> => {
    const found = await space.recall(asked.text, { ...budget, ...dated })
    searchMs.push(found.ms.search)
    return found
  }
  const unitsOf = ({ cards }: Evidence): readonly string[] => [...new Set(cards.map(({ sources }) => unitOf(sources[0]?.turnId)))]
  const ranked = unitsOf(await recall({ cards: deep }))
  const packed = await Promise.all(tokenBudgets.map(tokens => recall({ tokens })))
  const own = await recall({})
  const found = { ranked, packed: packed.map(unitsOf) }
  const { answer, quotable } = gold
  const [words500, words1000] = packed.map(evidence => (answer === null || !quotable ? null : visibleShare(answer, evidence)))
  return {
    group: gold.category,
    recall: recallOf(wanted, found),
    audited: recallOf(audited, found),
    words: { tokens500: words500 ?? null, tokens1000: words1000 ?? null },
    fullContext: own.fullContextTokens,
    ours: own.tokens,
  }
}

interface Found {
  readonly ranked: readonly string[]
  /** One a token budget. */
  readonly packed: readonly (readonly string[])[]
}

/** Null where nothing was to be found. */
function recallOf(wanted: readonly string[], { ranked, packed }: Found): RecallFigures | null {
  if (wanted.length === 0) return null
  const share = (units: readonly string[]): number => wanted.filter(id => units.includes(id)).length / wanted.length
  const [at500 = 0, at1000 = 0, at2000 = 0, at4000 = 0] = packed.map(share)
  const [at5 = 0, at10 = 0, at25 = 0, at50 = 0] = cardBudgets.map(count => share(ranked.slice(0, count)))
  return { at5, at10, at25, at50, tokens500: at500, tokens1000: at1000, tokens2000: at2000, tokens4000: at4000 }
}

function summary(rows: readonly Row[], searchMs: readonly number[]): RetrievalResult {
  const keyed = rows.filter(({ recall }) => recall !== null)
  const groups = Map.groupBy(keyed, ({ group }) => group)
  const searchQuantile = (share: number): number => Math.round(1000 * quantile(searchMs, share)) / 1000
  const ours = keyed.reduce((sum, row) => sum + row.ours, 0)
  return {
    questions: keyed.length,
    recall: figures(keyed.map(({ recall }) => recall)),
    answerWords: { tokens500: mean(keyed.map(({ words: w }) => w.tokens500)), tokens1000: mean(keyed.map(({ words: w }) => w.tokens1000)) },
    byCategory: Object.fromEntries(
      [...groups].map(([group, of]) => [group, { questions: of.length, ...figures(of.map(({ recall }) => recall)) }]),
    ),
    searchMs: { p50: searchQuantile(0.5), p95: searchQuantile(0.95) },
    inputTokens: {
      fullContext: keyed.reduce((sum, row) => sum + row.fullContext, 0),
      ours,
      perQuestion: Math.round(ours / Math.max(1, keyed.length)),
    },
  }
}

function figures(rows: readonly (RecallFigures | null)[]): RecallFigures {
  const of = (pick: (recall: RecallFigures) => number): number => mean(rows.map(row => (row === null ? null : pick(row)))) ?? 0
  return {
    at5: of(recall => recall.at5),
    at10: of(recall => recall.at10),
    at25: of(recall => recall.at25),
    at50: of(recall => recall.at50),
    tokens500: of(recall => recall.tokens500),
    tokens1000: of(recall => recall.tokens1000),
    tokens2000: of(recall => recall.tokens2000),
    tokens4000: of(recall => recall.tokens4000),
  }
}

/** In percent with one decimal; null of nothing measured. */
function mean(numbers: readonly (number | null)[]): number | null {
  const measured = numbers.filter(value => value !== null)
  if (measured.length === 0) return null
  return Math.round((1000 * measured.reduce((sum, value) => sum + value, 0)) / measured.length) / 10
}

/** Of the gold answer's content words, those that can be read in the cards; null for an answer without any. */
function visibleShare(answer: string, { text }: Evidence): number | null {
  const wanted = [...new Set(terms(answer))]
  const shown = new Set(terms(`${text} ${dateWords(text)}`))
  return wanted.length === 0 ? null : wanted.filter(word => shown.has(word)).length / wanted.length
}

const months = 'January February March April May June July August September October November December'.split(' ')

/** A card says 2023-05-07 where a gold answer says 7 May 2023: the same words to a reader. */
function dateWords(text: string): string {
  return [...text.matchAll(/\b(\d{4})-(\d\d)(?:-(\d\d))?\b/g)]
    .map(([, year, month, day = '']) => `${Number(day) || ''} ${months[Number(month) - 1] ?? ''} ${year}`)
    .join(' ')
}
