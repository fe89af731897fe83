import { createArchiveRestorer } from './archive/restore-archive.ts'
import { writeArchive } from './archive/write-archive.ts'
import { type AssembleOptions, assemble, pickBudget } from './assemble.ts'
import type { Answer, Evidence, Memory, MemoryKind, Question, Scope, Turn } from './domain.ts'
import { memoryKinds } from './domain.ts'
import type { DeriveOptions } from './engram.ts'
import { EngramError } from './errors.ts'
import { parseTime } from './lib/time/parse-time.ts'
import { type TurnInput, toTurns } from './lib/turn-input.ts'
import type { AppendReceipt, Explanation, ForgetReceipt, Selection, SpaceSummary, Store } from './seams.ts'
import { openSqliteStore } from './store/sqlite/sqlite-store.ts'

export interface OpenOptions extends AssembleOptions {
  /** Path of the store file, made if it does not exist; or a store that is already open, which `close` closes. */
  readonly store: string | Store
}

export interface AskOptions {
  /** At most so many cards; not together with `tokens`. */
  readonly cards?: number
  /** Cards in at most so many o200k_harmony tokens. The preset's budget where neither is given. */
  readonly tokens?: number
  /** As many cards as the question needs by how far they stand out, in at most `tokens` (1,600). */
  readonly adaptive?: boolean
  /** Cards must score at least so much; 0 to 1. */
  readonly floor?: number
  readonly kinds?: readonly MemoryKind[]
  readonly speakers?: readonly string[]
  /** When it is asked, ISO 8601; "last week" in the question resolves against it. Unknown if not given. */
  readonly at?: string
  /** Answer from what had been said by then, ISO 8601. */
  readonly asOf?: string
  readonly signal?: AbortSignal
}

export interface RememberReceipt extends AppendReceipt {
  /** The ids of all turns given, in their order. */
  readonly turnIds: readonly string[]
}

/** One conversation, user or agent: nothing is shared with any other. */
export interface Space {
  readonly scope: Scope
  /** Durable when it returns, and searchable. The same turn again, by id or by content, is the same turn. */
  remember(turns: readonly TurnInput[] | TurnInput, options?: { readonly signal?: AbortSignal }): Promise<RememberReceipt>
  recall(question: string, options?: AskOptions): Promise<Evidence>
  ask(question: string, options?: AskOptions): Promise<Answer>
  /** Why the passages of a turn are found for a question, or not: their scores, ranks and signals. */
  explain(question: string, turnId: string, options?: AskOptions): Promise<readonly Explanation[]>
  /** In log order. */
  turns(): Promise<readonly Turn[]>
  /** In log order of their turns. */
  memories(): Promise<readonly Memory[]>
  /** Draws all records again from the log, and embeds again with the embedder that is configured. Stopped midway, it goes on where it was. */
  reindex(options?: DeriveOptions): Promise<void>
  forget(selection: Selection, options?: { readonly dryRun?: boolean }): Promise<ForgetReceipt>
}

export interface OpenEngram {
  space(scope: Scope): Space
  spaces(): Promise<readonly SpaceSummary[]>
  /** These spaces whole, as JSON lines without their ends: turns, records, vectors. Equal stores give equal lines. */
  export(scopes: readonly Scope[]): AsyncIterable<string>
  /** What `export` gave, into this store; what is there already stays. Throws `bad_file` with the line for what is no export. */
  restore(lines: Iterable<string> | AsyncIterable<string>): Promise<AppendReceipt>
  close(): Promise<void>
}

/** Opens a memory: a file, no server. */
export async function openEngram({ store: given, ...options }: OpenOptions): Promise<OpenEngram> {
  const store = typeof given === 'string' ? await openSqliteStore(given) : given
  const { engram, partitions, preset, retriever } = assemble(store, options)

  const howMuch = (asked: AskOptions) => ({ budget: pickBudget(preset, asked), floor: checkFloor(asked.floor) })

  function space({ tenant, space: name }: Scope): Space {
    const scope = { tenant: checkName('tenant', tenant), space: checkName('space', name) }
    return {
      scope,
      async remember(turns, { signal } = {}) {
        const parsed = toTurns(Array.isArray(turns) ? turns : [turns])
        const receipt = await engram.remember(scope, parsed, signal)
        return { ...receipt, turnIds: parsed.map(({ id }) => id) }
      },
      recall: (question, asked = {}) => engram.recall(scope, toQuestion(question, asked), howMuch(asked), asked.signal),
      ask: (question, asked = {}) => engram.ask(scope, toQuestion(question, asked), howMuch(asked), asked.signal),
      explain: (question, turnId, asked = {}) => retriever.explain(scope, toQuestion(question, asked), turnId),
      turns: async () => [...(await partitions.open(scope)).turns],
      async memories() {
        await engram.derive(scope)
        return [...(await partitions.open(scope)).memories()]
      },
      reindex: options => engram.reindex(scope, options),
      async forget(selection, { dryRun = false } = {}) {
        const receipt = await store.forget(scope, selection, { dryRun })
        // What stood beside the forgotten words is read again without them.
        if (!dryRun) await engram.derive(scope)
        return receipt
      },
    }
  }

  async function restore(lines: Iterable<string> | AsyncIterable<string>): Promise<AppendReceipt> {
    const restorer = createArchiveRestorer(store, { file: 'export' })
    const receipts: AppendReceipt[] = []
    let line = 0
    for await (const text of lines) {
      line++
      const batch = await restorer.add(parseLine(text, line), line)
      if (batch !== null) receipts.push(batch.receipt)
    }
    const last = await restorer.finish()
    if (last !== null) receipts.push(last.receipt)
    return {
      added: receipts.reduce((sum, { added }) => sum + added, 0),
      duplicates: receipts.reduce((sum, { duplicates }) => sum + duplicates, 0),
      conflicts: receipts.flatMap(({ conflicts }) => conflicts),
    }
  }

  return {
    space,
    spaces: () => store.spaces(),
    export: scopes => writeArchive(store, scopes),
    restore,
    close: () => store.close(),
  }
}

function parseLine(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EngramError('bad_file', `export:${line}: not JSON: ${cause instanceof Error ? cause.message : cause}.`, {
      file: 'export',
      line,
      cause,
    })
  }
}

export function toQuestion(text: string, { at, asOf, speakers, kinds, cards, tokens, adaptive }: AskOptions): Question {
  if (typeof text !== 'string' || text.trim() === '') throw bad('question', 'a text that is not blank', text)
  if (cards !== undefined && (tokens !== undefined || adaptive))
    throw bad('cards', 'either cards or tokens, not both', { cards, tokens, adaptive })
  for (const kind of kinds ?? []) if (!memoryKinds.includes(kind)) throw bad('kinds', memoryKinds.join(', '), kind)
  return {
    text: text.toWellFormed(),
    at: checkTime('at', at),
    asOf: checkTime('asOf', asOf),
    speakers: speakers ?? null,
    kinds: kinds ?? null,
  }
}

function checkFloor(floor = 0): number {
  if (floor >= 0 && floor <= 1) return floor
  throw bad('floor', 'a number from 0 to 1', floor)
}

function checkTime(field: string, at: string | undefined): string | null {
  if (at === undefined) return null
  if (typeof at !== 'string' || parseTime(at) === null) throw bad(field, 'an ISO 8601 date or time, as 2024-03-01T18:30', at)
  return at
}

function checkName(field: string, name: unknown): string {
  if (typeof name === 'string' && name.trim() !== '') return name
  throw bad(field, 'a name that is not blank: no call goes without one', name)
}

function bad(field: string, expected: string, came: unknown): EngramError {
  return new EngramError('bad_input', `${field}: expected ${expected}, got ${JSON.stringify(came) ?? typeof came}.`, { field })
}
