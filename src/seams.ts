import type {
  Answer,
  Citation,
  Effort,
  Evidence,
  FactCard,
  Hit,
  Memory,
  MemoryKind,
  Message,
  ModelCall,
  Question,
  Right,
  Scope,
  Sentence,
  Served,
  Signal,
  Span,
  Turn,
  Usage,
} from './domain.ts'

// In the order of the walk. Few verbs each, none optional; retry, cache, ledger and tracing wrap them.

/** (1) Three independent bits a turn (section A.3); an empty set stores no record. */
export interface Router {
  route(turns: readonly Turn[], signal?: AbortSignal): Promise<readonly ReadonlySet<MemoryKind>[]>
}

/** (2) Typed records of one turn. A pure function of the turn, its bits and up to `context` turns before it in the log, oldest first. */
export interface Extractor {
  /** family/version. A new version reads the whole log again and replaces what its family wrote. */
  readonly id: string
  /** How many turns before it needs to see. */
  readonly context: number
  extract(turn: Turn, kinds: ReadonlySet<MemoryKind>, before: readonly Turn[], signal?: AbortSignal): Promise<readonly Memory[]>
}

/**
 * (2) A writer that takes long, as a language model: it reads the log in the background, a batch at a time. Fails with one of the `model_` codes
 * where no turn of the batch could be read; turns that can't be read whatever is tried are told apart.
 */
export interface BackgroundWriter {
  /** family/version, as an extractor's. */
  readonly id: string
  /** How many turns before each it needs to see. */
  readonly context: number
  /** How many turns it takes at a time, at most. */
  readonly batch: number
  write(turns: LogBatch['turns'], signal?: AbortSignal): Promise<Written>
}
export interface Written {
  readonly memories: readonly Memory[]
  readonly failed: readonly DeadLetter[]
}

/** One unit vector a text, in order. */
export interface Embedder {
  /** What made the vectors: model and prefix policy, not its address. Vectors of different ids are never mixed. */
  readonly id: string
  readonly dimensions: number
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>
}

/** The source of truth: append-only, idempotent, durable when it returns. Sequences are per space, from 1. */
export interface TurnLog {
  append(scope: Scope, turns: readonly Turn[], signal?: AbortSignal): Promise<AppendReceipt>
  /**
   * What this writer has yet to read: the turns after its mark, and those it must read again, in log order, at most `batch` (500) at a time.
   * A space that does not exist has nothing to read.
   */
  unread(scope: Scope, writer: LogReader): AsyncIterable<LogBatch>
  /** The turns after that sequence, in log order, at most so many. None of a space that does not exist. */
  logged(scope: Scope, page: { readonly after: number; readonly limit: number }): Promise<readonly LoggedTurn[]>
  /** Those of these turns that the log holds. None of a space that does not exist. */
  held(scope: Scope, turnIds: readonly string[]): Promise<ReadonlySet<string>>
}
export interface LogReader {
  readonly id: string
  /** How many turns before each it needs to see. */
  readonly context: number
  /** How many turns it takes at a time, at most; 500 where not given. */
  readonly batch?: number | undefined
}
export interface AppendReceipt {
  readonly added: number
  readonly duplicates: number
  /** Same id, other content: not stored. `index` is the place in the input. */
  readonly conflicts: readonly { readonly index: number; readonly turnId: string }[]
}
export interface LogBatch {
  /** Each with the turns just before it in the log, oldest first. */
  readonly turns: readonly { readonly turn: Turn; readonly before: readonly Turn[] }[]
  /** How far the log has been read with this batch; passed back to `put`. */
  readonly upTo: number
  /** Of the space when this was read; passed back to `put`, which so knows what has been forgotten meanwhile. */
  readonly revision: number
}

/** Records derived from the log, at rest. Each writer keeps a mark: how far it has read. */
export interface MemoryStore {
  /**
   * All or nothing: what the writer's family had drawn from these turns is replaced by `memories`, and the writer's mark moves to `upTo`.
   * Memories that rest on withheld words are not stored, and turns that are gone are passed over. Where something was forgotten, or the
   * writer rewound, after the batch was read, nothing is stored at all: `unread` gives those turns again, without what was forgotten. Nor is
   * anything stored under a lease that has been given back or taken by another. Says whether it was stored.
   */
  put(scope: Scope, derived: Derived): Promise<boolean>
  /** What changed after a revision, read at one instant. */
  changes(scope: Scope, since: number): Promise<Changes>
  /** The writer reads the log from the start again. Its records stay until they are replaced. */
  rewind(scope: Scope, writer: string): Promise<void>
}
export interface Derived {
  readonly writer: string
  readonly turnIds: readonly string[]
  readonly upTo: number
  readonly revision: number
  readonly memories: readonly Memory[]
  /** Of the writer's lease, which must still be its own; null for a writer that works without one. */
  readonly fence: number | null
  /** Those of the turns that could not be read: they count as read, and what other families drew from them stays. */
  readonly dead: readonly DeadLetter[]
}
/** A turn that a writer has given up, and why. */
export interface DeadLetter {
  readonly turnId: string
  readonly reason: string
}
export interface Changes {
  /** 0 for a space that does not exist. */
  readonly revision: number
  /** Something was taken away since: start anew from these changes, which are then everything there is. */
  readonly reset: boolean
  /** In log order. */
  readonly turns: readonly LoggedTurn[]
  /**
   * Per turn that was (re)read: everything that is now drawn from it. By sequence of the turn, then as written. From the start on without the
   * turns that nothing is drawn from.
   */
  readonly memories: readonly { readonly turnId: string; readonly memories: readonly Memory[] }[]
  /** All withheld stretches of the space: their words stay in the log and are offered to nobody. */
  readonly withheld: readonly Span[]
}
export interface LoggedTurn {
  readonly sequence: number
  readonly turn: Turn
  /** o200k tokens of its line in a transcript (lib/transcript's `lineOf`), counted once and kept; null where the store does not keep them. */
  readonly tokens: number | null
}

/**
 * Which spaces a background writer has yet to read, lent to one holder at a time for each writer family. Nothing is enqueued: a turn is due
 * from when it is logged until its writer has stored something for it. All times are epoch milliseconds, and the caller's.
 */
export interface WorkQueue {
  /**
   * The space, of any tenant or only this one, that has waited longest among those with turns that the writer has yet to read, that nobody
   * holds and whose time to retry has come. null where there is none. The lease may be taken by another once it has run out.
   */
  claim(writer: string, options: LeaseTerm & { readonly scope: Scope | null }): Promise<Lease | null>
  /** From now on for so long again. False when it is no longer the holder's: another took it, or something of the space was forgotten. */
  renew(lease: Lease, term: LeaseTerm): Promise<boolean>
  /** `failure`: nobody claims the space before `retryAt`; null when it is done for now. Of no effect when the lease is no longer the holder's. */
  release(lease: Lease, failure: { readonly reason: string; readonly retryAt: number } | null): Promise<void>
  /** Of one tenant, or all; by tenant, then space: those where the writer has work, a holder, failures or dead letters. */
  jobs(writer: string, tenant?: string): Promise<readonly Jobs[]>
  /** These dead letters of the writer's family, or all, are read again, and at once whatever has failed before. Says how many. */
  retry(scope: Scope, letters: DeadLetters): Promise<number>
  /** These dead letters of the writer's family, or all, are given up for good. Says how many. */
  drop(scope: Scope, letters: DeadLetters): Promise<number>
}
export interface LeaseTerm {
  readonly now: number
  readonly leaseMs: number
}
export interface Lease {
  readonly scope: Scope
  readonly writer: string
  /** Grows with every claim: what is put under an older one is not stored. */
  readonly fence: number
}
export interface Jobs {
  readonly scope: Scope
  /** Turns that the writer has yet to read. */
  readonly waiting: number
  /** When the lease runs out, or ran out; null when nobody has one. */
  readonly leasedUntil: number | null
  /** Failures since something was last stored, the time before which it is not claimed again, and why it failed last. */
  readonly attempts: number
  readonly retryAt: number | null
  readonly reason: string | null
  /** In log order. */
  readonly dead: readonly DeadLetter[]
}
export interface DeadLetters {
  readonly writer: string
  /** null for all. */
  readonly turnIds: readonly string[] | null
}

/** Vectors of memories, kept per embedder. A vector never outlives its memory. */
export interface VectorStore {
  putVectors(scope: Scope, embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>
  /** By memory id; of these memories, or of all. `others` says which other embedders have vectors of them. */
  vectors(
    scope: Scope,
    embedder: string,
    memoryIds?: readonly string[],
  ): Promise<{ readonly vectors: ReadonlyMap<string, Float32Array>; readonly others: readonly string[] }>
}

/**
 * What a reader has worked out from the turns of a space, so that the next one need not: at most one index a space. It may be lost at any time, and
 * never outlives a turn, or words since withheld, that it was made of.
 */
export interface IndexStore {
  /**
   * In the place of the one before. Not stored where something was taken away after its revision, nor for a space that does not exist, nor while
   * another process writes, which it does not wait for. Says whether it was stored.
   */
  putIndex(scope: Scope, index: KeptIndex): Promise<boolean>
  /** null where there is none of that format. Its bytes are the caller's. */
  index(scope: Scope, format: string): Promise<KeptIndex | null>
  /** How many turns the index covers, of any format; 0 where there is none. */
  indexed(scope: Scope): Promise<number>
}
export interface KeptIndex {
  /** What made it, and in which way: only that can read it. */
  readonly format: string
  /** Of the space when it was made. */
  readonly revision: number
  /** It covers so many, from the first one on. */
  readonly turns: number
  readonly bytes: Uint8Array
}

/** What is there, what leaves, what moves house. */
export interface Keeper {
  /** By tenant, then space, in code unit order; all of them, or a page of a tenant's. */
  spaces(page?: SpacePage): Promise<readonly SpaceSummary[]>
  /** Of all spaces of a tenant, in code unit order. Counts nothing. */
  spaceNames(tenant: string): Promise<readonly string[]>
  /** null for a space that does not exist. */
  summary(scope: Scope): Promise<SpaceSummary | null>
  has(scope: Scope): Promise<boolean>
  /** In one transaction, over everything derived; nothing of it can be read from the store's files afterwards. */
  forget(scope: Scope, selection: Selection, options: { readonly dryRun: boolean }): Promise<ForgetReceipt>
  /** All of a space, for export. Order and content depend on what is stored alone. */
  dump(scope: Scope): AsyncIterable<DumpEntry>
  /** Adds what a dump holds; what is there already stays. */
  restore(scope: Scope, entries: readonly DumpEntry[]): Promise<AppendReceipt>
  close(): Promise<void>
}
export interface SpaceSummary {
  readonly scope: Scope
  readonly turns: number
  /** Those that prevail: records that a model's stand in for are not counted. */
  readonly memories: Readonly<Record<MemoryKind, number>>
  readonly vectors: number
  readonly revision: number
  /** First and last time of its turns; null when none is dated. */
  readonly from: string | null
  readonly to: string | null
}
export interface SpacePage {
  readonly tenant: string
  /** Only those whose names come after this one; null for the first. */
  readonly after: string | null
  readonly limit: number
}
export type Selection =
  | { readonly type: 'turns'; readonly ids: readonly string[] }
  /** These records, all records that share words with them, and those words: withheld from now on. */
  | { readonly type: 'memories'; readonly ids: readonly string[] }
  /** Turns dated before that time. Undated turns stay. */
  | { readonly type: 'before'; readonly at: string }
  | { readonly type: 'all' }
export interface ForgetReceipt {
  readonly turns: number
  readonly memories: number
  readonly vectors: number
  readonly derived: number
  /** Readings that were due again, and dead letters. */
  readonly jobs: number
}
export type DumpEntry =
  | { readonly type: 'turn'; readonly turn: Turn }
  | { readonly type: 'memory'; readonly memory: Memory }
  | { readonly type: 'withheld'; readonly span: Span }
  | { readonly type: 'vector'; readonly embedder: string; readonly memoryId: string; readonly vector: Float32Array }
  | { readonly type: 'dead'; readonly family: string; readonly turnId: string; readonly reason: string }
  /** How far a writer has read, as a count of turns from the start. */
  | { readonly type: 'mark'; readonly writer: string; readonly turns: number }

/** Who may come in through a server's doors. Of the store, not of a space: neither exported nor forgotten with one. */
export interface KeyRing {
  addKey(key: AccessKey): Promise<void>
  /** null where there is none of that id. */
  findKey(id: string): Promise<AccessKey | null>
  /** Of one tenant, or all; by id. */
  keys(tenant: string | null): Promise<readonly AccessKey[]>
  /** Whether the tenant had a key of that id. */
  removeKey(tenant: string, id: string): Promise<boolean>
}
/** The key itself is stored nowhere. */
export interface AccessKey {
  readonly id: string
  readonly tenant: string
  readonly right: Right
  /** What it is for, in its owner's words. */
  readonly name: string | null
  /** sha256 of the key, as hex. */
  readonly hash: string
  /** ISO 8601. */
  readonly createdAt: string
}

export interface Store extends TurnLog, MemoryStore, WorkQueue, VectorStore, IndexStore, Keeper, KeyRing {}

/** (3) Best first; equal scores in log order. */
export interface Retriever {
  readonly id: string
  /**
   * Brings up to date what it keeps beside the records, as vectors. `retrieve` does it too; after a write it is done at once. `migrate`: also
   * where vectors of another embedder stand.
   */
  prepare(scope: Scope, options: { readonly migrate: boolean; readonly signal?: AbortSignal | undefined }): Promise<void>
  retrieve(scope: Scope, question: Question, options: RetrieveOptions): Promise<Retrieval>
  /** Why the passages of a turn are found, or not. Empty for a turn that is not there. */
  explain(scope: Scope, question: Question, turnId: string): Promise<readonly Explanation[]>
}
export interface RetrieveOptions {
  /** Takes what it wants of the hits, best first. They are built as they are taken, all at one instant of the space. */
  readonly take: (hits: Iterable<Hit>) => readonly Hit[]
  /** Hits at the very most. */
  readonly most: number
  /** The tokens that cards may take; null where they are not what is limited. */
  readonly room: number | null
  /** Hits that score below are left out; 0 to 1. */
  readonly floor: number
  readonly signal?: AbortSignal | undefined
}
export interface Retrieval {
  /** Those taken. */
  readonly hits: readonly Hit[]
  /** How many hits there are at most. */
  readonly found: number
  /** How many could have been hits. */
  readonly considered: number
  readonly fullContextTokens: number
  readonly ms: { readonly embed: number }
}
/** What becomes of a passage for a question. */
export interface Explanation {
  readonly text: string
  /** Null where it has nothing to do with the question or lies outside its limits. */
  readonly score: number | null
  /** From 1. */
  readonly rank: number | null
  readonly signals: readonly Signal[]
}

/** (3) The paper's Truncate_K, or a token budget. Pure. Keeps the order. */
export interface Budget {
  readonly policy: string
  readonly limit: number
  /** Hits that it could take at the very most: no more need be found. */
  readonly most: number
  /** The limit, where it is one of tokens. */
  readonly room: number | null
  /** `cost`: tokens that a hit adds to those chosen before it. */
  choose(hits: Iterable<Hit>, cost: (hit: Hit, chosen: readonly Hit[]) => number): readonly Hit[]
}

/** o200k_harmony tokens of a text: exact for gpt-oss, close for other models. Special-token look-alikes in a text count as plain text. */
export type CountTokens = (text: string) => number

/** (4) Pure. */
export interface CardRenderer {
  readonly id: string
  /** `tokens`: of the text with a line break at its end. */
  render(
    hits: readonly Hit[],
    countTokens: CountTokens,
  ): { readonly cards: readonly FactCard[]; readonly text: string; readonly tokens: number }
  /** Tokens that a hit adds to the text of those chosen before it: together those of the text. */
  cost(hit: Hit, chosen: readonly Hit[], countTokens: CountTokens): number
}

/** (5) Pure and versioned; its id and hash are in every result. */
export interface PromptTemplate<Input> {
  readonly id: string
  build(input: Input): readonly Message[]
}

/** One completion; retry, limits, timeout, cache and ledger wrap it. Fails with one of the `model_` codes. */
export interface LanguageModel {
  readonly id: string
  complete(request: CompletionRequest): Promise<Completion>
}
export interface CompletionRequest {
  readonly messages: readonly Message[]
  /** JSON, held to a schema where the server can. Text where not given. */
  readonly format?: JsonFormat | undefined
  readonly maxOutputTokens?: number | undefined
  readonly temperature?: number | undefined
  readonly effort?: Effort | undefined
  /** Which of several answers to the very same request, from 1: they are recorded apart. */
  readonly sample?: number | undefined
  /** Called with the text as it comes, never with reasoning. */
  readonly onText?: ((text: string) => void) | undefined
  /** Called once for each request that is sent, also for failed ones, and for an answer out of the cache. */
  readonly onCall?: ((call: ModelCall) => void) | undefined
  readonly signal?: AbortSignal | undefined
}
export type JsonFormat =
  | { readonly type: 'json' }
  | { readonly type: 'schema'; readonly name: string; readonly schema: Readonly<Record<string, unknown>> }
export interface Completion {
  /** Without the reasoning. */
  readonly text: string
  /** length: cut off at the most tokens. */
  readonly finish: 'stop' | 'length' | 'refused'
  readonly usage: Usage
  /** Unknown where it is not given. */
  readonly served?: Served | undefined
}

/** (5) Whether the words that a sentence cites support it. One verdict a claim, in order. */
export interface Verifier {
  readonly id: string
  verify(claims: readonly CitedClaim[], options?: VerifyOptions): Promise<readonly Support[]>
}
export interface VerifyOptions {
  /** Called for each request to a model. */
  readonly onCall?: ((call: ModelCall) => void) | undefined
  readonly signal?: AbortSignal | undefined
}
/** A sentence of an answer, and the words that it cites. */
export interface CitedClaim {
  readonly question: string
  /** Without its citations. */
  readonly sentence: string
  /** Of the space: who there is to be named. */
  readonly speakers: readonly string[]
  /** The turns that the cited cards rest on, in log order. Never empty. */
  readonly cited: readonly Turn[]
  /** Turns just before and after those, in log order. */
  readonly near: readonly Turn[]
  /** How many turns of the space hold a word of this stem, as `terms` makes stems, and how many turns there are. */
  readonly turnsWith: (stem: string) => number
  readonly turns: number
}
export interface Support {
  readonly verdict: 'supported' | 'partly' | 'unsupported'
  /** What speaks against it, each a short phrase that a person, or a model asked to mend it, can act on. */
  readonly faults: readonly string[]
}

/** What a verifier and a repair need to know of a space. */
export interface SpaceWords {
  readonly speakers: readonly string[]
  /** How many passages, a turn or a part of a long one, there are, and how many hold a word of this stem. */
  readonly passages: number
  passagesWith(stem: string): number
  /** These turns, and those just before and after them, each in log order. What is withheld is blank. */
  around(turnIds: ReadonlySet<string>): { readonly cited: readonly Turn[]; readonly near: readonly Turn[] }
}

/** (5) The cards -> a cited answer: a language model behind a template and a verifier, or rules that only quote. */
export interface Answerer {
  answer(
    scope: Scope,
    evidence: Evidence,
    options: AnswerOptions,
  ): Promise<Omit<Answer, 'question' | 'evidence' | 'ms'> & { readonly modelMs: number | null }>
}
export interface AnswerOptions {
  /** Called with the draft as it comes. */
  readonly onDraft?: ((event: DraftEvent) => void) | undefined
  readonly signal?: AbortSignal | undefined
}
/** The draft of an answer as a model writes it. What is returned at last may differ: it is verified and repaired. */
export type DraftEvent =
  | { readonly type: 'text'; readonly text: string }
  /** A sentence has ended: which cards it cites, opened, and what the verifier says. */
  | { readonly type: 'sentence'; readonly sentence: Sentence; readonly citations: readonly Citation[] }
