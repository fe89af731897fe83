import { setTimeout } from 'node:timers/promises'
import type { VerifiedText } from './answer/verify-text.ts'
import { writeArchive } from './archive/write-archive.ts'
import { type AssembleOptions, type Assembly, assemble, pickBudget } from './assemble.ts'
import { capturesContent, presetNames } from './config.ts'
import type { Answer, Evidence, LedgerEntry, Memory, MemoryKind, Question, Scope, Turn, Usage } from './domain.ts'
import { memoryKinds, unknownUsage } from './domain.ts'
import type { DeriveOptions } from './engram.ts'
import { EngramError } from './errors.ts'
import type { Refusal } from './extract/believe-records.ts'
import { modelWriterId } from './extract/model-writer-id.ts'
import { badInput, checkId, checkList, checkObject, checkScope, checkSelection, checkTime } from './lib/check-input.ts'
import { lazily } from './lib/lazily.ts'
import { sumUsage } from './lib/sum-usage.ts'
import type { TurnInput } from './lib/turn-input.ts'
import { createPages, type Page, type PageOptions } from './pages.ts'
import type { Partition } from './retrieve/partition.ts'
import type { AppendReceipt, DraftEvent, Explanation, ForgetReceipt, Jobs, KeyRing, Selection, SpaceSummary, Store } from './seams.ts'
import { openSqliteStore } from './store/sqlite/sqlite-store.ts'
import { withDeletionSpans } from './trace/memory-spans.ts'
import { createWorker, type WorkOptions } from './work.ts'

export interface OpenOptions extends AssembleOptions {
  /** Path of the store file, made if it does not exist; or a store that is already open, which `close` closes. */
  readonly store: string | Store
}

export interface RecallOptions {
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
  /** Ids of turns that are before the reader already: cards that rest on these alone are passed over. */
  readonly except?: readonly string[]
  readonly signal?: AbortSignal
}

export interface AskOptions extends RecallOptions {
  /** Called with the model's draft as it comes: its text, and each sentence, checked, as it ends. What `ask` returns may differ: it is repaired. */
  readonly onDraft?: (event: DraftEvent) => void
}

export interface RememberReceipt extends AppendReceipt {
  /** The ids of all turns given, in their order. */
  readonly turnIds: readonly string[]
}

export interface ReindexOptions extends DeriveOptions {
  /** The extraction model reads everything again too, when `work` is next called; its records stay until then. For a new model or a new prompt. */
  readonly extract?: boolean
}

/** One conversation, user or agent: nothing is shared with any other. */
export interface Space {
  readonly scope: Scope
  /** Durable when it returns, and searchable. The same turn again, by id or by content, is the same turn. */
  remember(turns: readonly TurnInput[] | TurnInput, options?: { readonly signal?: AbortSignal }): Promise<RememberReceipt>
  recall(question: string, options?: RecallOptions): Promise<Evidence>
  ask(question: string, options?: AskOptions): Promise<Answer>
  /** Checks a text that another program's model wrote from the cards of `recall`, sentence by sentence. Changes nothing and asks no model but the `verifier`. */
  verify(text: string, evidence: Evidence, options?: { readonly signal?: AbortSignal | undefined }): Promise<VerifiedText>
  /** Why the passages of a turn are found for a question, or not: their scores, ranks and signals. */
  explain(question: string, turnId: string, options?: RecallOptions): Promise<readonly Explanation[]>
  /** In log order. Words of forgotten records are blank: the log keeps them, and offers them to nobody. */
  turns(): Promise<readonly Turn[]>
  /** In log order of their turns. */
  memories(): Promise<readonly Memory[]>
  /** The same a page at a time, for logs that are long. */
  turnPage(options?: PageOptions): Promise<Page<Turn>>
  memoryPage(options?: PageOptions): Promise<Page<Memory>>
  /** A turn with the records drawn from it; null where there is none of that id. */
  turn(id: string): Promise<{ readonly turn: Turn; readonly memories: readonly Memory[] } | null>
  /** null where there is none of that id. */
  memory(id: string): Promise<Memory | null>
  /** Whether anything has been told to it. */
  exists(): Promise<boolean>
  /** How much there is; null where nothing has been told to it. */
  summary(): Promise<SpaceSummary | null>
  /** Those of these turns that it holds. */
  held(turnIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Draws all records again from the log, and embeds again with the embedder that is configured. Stopped midway, it goes on where it was. */
  reindex(options?: ReindexOptions): Promise<void>
  forget(selection: Selection, options?: { readonly dryRun?: boolean }): Promise<ForgetReceipt>
}

/** What the extraction model is doing, and what it took. */
export interface WorkHooks extends WorkOptions {
  /** Called after each request to the model. */
  readonly onCall?: (entry: LedgerEntry) => void
  /** Called for each record that the model told and that is not believed; the rules' record stays. */
  readonly onRefusal?: (refusal: Refusal) => void
}

export interface WorkReport {
  /** Turns read, and those of them given up: `jobs` says why. */
  readonly turns: number
  readonly dead: number
  /** Records that were not believed. */
  readonly refused: number
  /** Requests to the model. */
  readonly calls: number
  readonly usage: Usage
  /** null where no prices are configured, or a number of tokens is not known. */
  readonly cost: number | null
}

export interface OpenEngram {
  space(scope: Scope): Space
  spaces(): Promise<readonly SpaceSummary[]>
  /** Those of one tenant, a page at a time. */
  spacePage(tenant: string, options?: PageOptions): Promise<Page<SpaceSummary>>
  /** Of all spaces of a tenant, in code unit order. */
  spaceNames(tenant: string): Promise<readonly string[]>
  /** The keys to a server's doors. */
  readonly keys: KeyRing
  /**
   * Lets the extraction model write records of what it has yet to read, in this space or in all, until nothing is due. Any number of processes
   * may do so at once; stopped or killed midway, the next one goes on. Throws `no_model` where no `extraction` is configured.
   */
  work(options?: WorkHooks): Promise<WorkReport>
  /** Of one tenant, or of all where none is given; by tenant, then space: where the extraction model has work, failures, or turns that it has given up. */
  jobs(tenant?: string): Promise<readonly Jobs[]>
  /** The extraction model reads again what it had given up: these turns, or all of the space. Says how many. */
  retry(scope: Scope, turnIds?: readonly string[]): Promise<number>
  /** What it had given up stays as the rules have it, for good. Says how many. */
  drop(scope: Scope, turnIds?: readonly string[]): Promise<number>
  /** These spaces whole, as JSON lines without their ends: turns, records, vectors. Equal stores give equal lines. */
  export(scopes: readonly Scope[]): AsyncIterable<string>
  /**
   * What `export` gave, into this store; what is there already stays. Throws `bad_file` with the line for what is no export, and where only
   * one `tenant` is meant, for a space of another.
   */
  restore(lines: Iterable<string> | AsyncIterable<string>, options?: { readonly tenant?: string }): Promise<AppendReceipt>
  close(): Promise<void>
}

// Once: each import is resolved anew.
const turnInput = lazily(() => import('./lib/turn-input.ts'))

/** Opens a memory: a file, no server. */
export async function openEngram(given: OpenOptions): Promise<OpenEngram> {
  const { store, ...options } = checkObject('options', '{ store, ... }', given)
  // Before a file is made.
  const { preset } = options
  if (preset !== undefined && !presetNames.includes(preset)) throw badInput('preset', presetNames.join(', '), preset)
  const opened =
    typeof store === 'string' ? await openSqliteStore(store) : checkObject('store', 'the path of a file, or a store that is open', store)
  return openAssembled(opened, options).memory
}

export interface Assembled {
  readonly memory: OpenEngram
  /** What it is made of. */
  readonly assembly: Assembly
}

/** The same with its parts, for programs of this package that need them. */
export function openAssembled(opened: Store, options: AssembleOptions): Assembled {
  const store = withDeletionSpans(opened, { content: capturesContent() })
  const assembly = assemble(store, options)
  const { engram, partitions, preset, retriever, verify, createWriter } = assembly

  const howMuch = (asked: RecallOptions) => ({
    budget: pickBudget(preset, asked),
    floor: checkFloor(asked.floor),
    except: new Set(asked.except === undefined ? [] : checkList('except', 'ids of turns', asked.except)),
  })

  const pages = createPages({ store, read: derived })

  /** With all records that the rules have yet to draw. */
  async function derived(scope: Scope): Promise<Partition> {
    await engram.derive(scope)
    return partitions.open(scope)
  }

  function space(given: Scope): Space {
    const scope = checkScope(given)
    return {
      scope,
      async remember(turns, { signal } = {}) {
        const { toTurns } = await turnInput()
        const parsed = toTurns(Array.isArray(turns) ? turns : [turns])
        const receipt = await engram.remember(scope, parsed, signal)
        return { ...receipt, turnIds: parsed.map(({ id }) => id) }
      },
      recall: async (question, asked = {}) => engram.recall(scope, toQuestion(question, asked), howMuch(asked), asked.signal),
      ask: async (question, asked = {}) => engram.ask(scope, toQuestion(question, asked), howMuch(asked), asked),
      async verify(text, evidence, { signal } = {}) {
        if (typeof text !== 'string') throw badInput('text', 'a text', text)
        const { cards } = checkObject('evidence', 'what `recall` gave', evidence)
        if (!Array.isArray(cards)) throw badInput('evidence.cards', 'the cards that `recall` gave', cards)
        return verify(scope, { text, evidence, signal })
      },
      explain: async (question, turnId, asked = {}) => retriever.explain(scope, toQuestion(question, asked), checkId('turnId', turnId)),
      turns: async () => [...(await partitions.open(scope)).turns],
      memories: async () => [...(await derived(scope)).memories()],
      turnPage: options => pages.turns(scope, options),
      memoryPage: options => pages.memories(scope, options),
      async turn(id) {
        checkId('id', id)
        const partition = await derived(scope)
        const turn = partition.turn(id)
        return turn === undefined ? null : { turn, memories: partition.memoriesOf(id) }
      },
      async memory(id) {
        checkId('id', id)
        for (const memory of (await derived(scope)).memories()) if (memory.id === id) return memory
        return null
      },
      exists: () => store.has(scope),
      summary: () => store.summary(scope),
      held: async turnIds => store.held(scope, checkList('turnIds', 'ids', turnIds)),
      async reindex({ extract = false, ...options } = {}) {
        if (extract) await store.rewind(scope, modelWriterId)
        await engram.reindex(scope, options)
      },
      async forget(selection, { dryRun = false } = {}) {
        const receipt = await store.forget(scope, checkSelection(selection), { dryRun })
        // What stood beside the forgotten words is read again without them.
        if (!dryRun) await engram.derive(scope)
        return receipt
      },
    }
  }

  async function work({ onCall, onRefusal, onTurns, ...working }: WorkHooks = {}): Promise<WorkReport> {
    if (createWriter === null) throw new EngramError('no_model', 'No model is configured to write records. Set `extraction`.')
    let report: WorkReport = { turns: 0, dead: 0, refused: 0, calls: 0, usage: unknownUsage, cost: null }
    const writer = await createWriter({
      onCall(entry) {
        const { calls, usage, cost } = report
        report = {
          ...report,
          calls: calls + 1,
          usage: calls === 0 ? entry.usage : sumUsage([usage, entry.usage]),
          cost: entry.cost === null || (calls > 0 && cost === null) ? null : (cost ?? 0) + entry.cost,
        }
        onCall?.(entry)
      },
      onRefusal(refusal) {
        report = { ...report, refused: report.refused + 1 }
        onRefusal?.(refusal)
      },
    })
    const worker = createWorker({
      store,
      writer,
      prepare: (scope, signal) => retriever.prepare(scope, { migrate: false, signal }),
      now: Date.now,
      wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
      random: Math.random,
    })
    await worker.work({
      ...working,
      onTurns(batch) {
        report = { ...report, turns: report.turns + batch.turns, dead: report.dead + batch.dead }
        onTurns?.(batch)
      },
    })
    return report
  }

  const memory: OpenEngram = {
    space,
    spaces: () => store.spaces(),
    spacePage: (tenant, options) => pages.spaces(tenant, options),
    spaceNames: tenant => store.spaceNames(tenant),
    keys: store,
    work,
    jobs: tenant => store.jobs(modelWriterId, tenant),
    retry: async (scope, turnIds) => store.retry(checkScope(scope), { writer: modelWriterId, turnIds: idsOf(turnIds) }),
    drop: async (scope, turnIds) => store.drop(checkScope(scope), { writer: modelWriterId, turnIds: idsOf(turnIds) }),
    export(scopes) {
      if (!Array.isArray(scopes)) throw badInput('scopes', 'a list of { tenant, space }', scopes)
      return writeArchive(store, scopes.map(checkScope))
    },
    restore: async (lines, options) => (await import('./archive/restore-lines.ts')).restoreLines(store, lines, options),
    async close() {
      try {
        await partitions.settle()
      } finally {
        await store.close()
      }
    },
  }
  return { memory, assembly }
}

function idsOf(turnIds: readonly string[] | undefined): readonly string[] | null {
  return turnIds === undefined ? null : checkList('turnIds', 'ids', turnIds)
}

export function toQuestion(text: string, asked: RecallOptions): Question {
  if (typeof text !== 'string' || text.trim() === '') throw badInput('question', 'a text that is not blank', text)
  const { at, asOf, speakers, kinds, cards, tokens, adaptive } = checkObject('options', 'an object', asked)
  if (cards !== undefined && (tokens !== undefined || adaptive))
    throw badInput('cards', 'either cards or tokens, not both', { cards, tokens, adaptive })
  for (const kind of kinds === undefined ? [] : checkList('kinds', memoryKinds.join(', '), kinds))
    if (!memoryKinds.includes(kind)) throw badInput('kinds', memoryKinds.join(', '), kind)
  return {
    text: text.toWellFormed(),
    at: checkTime('at', at),
    asOf: checkTime('asOf', asOf),
    speakers: speakers === undefined ? null : checkList('speakers', 'names', speakers),
    kinds: kinds ?? null,
  }
}

function checkFloor(floor = 0): number {
  if (floor >= 0 && floor <= 1) return floor
  throw badInput('floor', 'a number from 0 to 1', floor)
}
