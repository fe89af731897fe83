/** The paper's three kinds of memory (section A.2). */
export const memoryKinds = ['episodic', 'semantic', 'procedural'] as const
export type MemoryKind = (typeof memoryKinds)[number]

/** Whose memory: one conversation, user or agent of one tenant. No call goes without it. */
export interface Scope {
  readonly tenant: string
  readonly space: string
}

export const rights = ['read', 'write', 'admin'] as const
/** What a caller from outside may do in its tenant: read what is stored, write to it, or also manage it (forget, keys, jobs). Each includes those before it. */
export type Right = (typeof rights)[number]

/** x_t = (s_t, u_t, tau_t) (section A.2), the only thing that is ever told to us; all else is derived from it. */
export interface Turn {
  /** Unique in its space. */
  readonly id: string
  readonly session: string | null
  readonly speaker: string
  readonly text: string
  /** ISO 8601, optionally with an RFC 9557 zone in brackets; without an offset where the dialogue has no zone; null when unknown. */
  readonly at: string | null
  readonly attachments: readonly Attachment[]
}

export const attachmentTypes = ['image', 'table', 'audio', 'file'] as const

/** What came with a turn. We keep the reference and the words about it, never the bytes. */
export interface Attachment {
  readonly type: (typeof attachmentTypes)[number]
  /** A URL, a path or a name; null when the source gave none. */
  readonly reference: string | null
  readonly mediaType: string | null
  readonly caption: string | null
}

/** Characters [start, end), in UTF-16 units, of a turn's text, or of the caption of its attachment of that index. */
export interface Span {
  readonly turnId: string
  readonly attachment: number | null
  readonly start: number
  readonly end: number
}

export const precisions = ['minute', 'day', 'week', 'month', 'season', 'year'] as const
export type Precision = (typeof precisions)[number]

/** A span with its exact words. */
export interface Quote extends Span {
  readonly text: string
}

/** delta: when it happened, as exactly as the words say. */
export interface Anchor {
  /** Local to the dialogue: YYYY-MM-DD, or with Thh:mm (and the offset, where the turn has one) when the precision is a minute. */
  readonly start: string
  /** Inclusive, in the same form. */
  readonly end: string
  readonly precision: Precision
  /** The words were loose: "about a year ago", "a few days ago". */
  readonly approximate: boolean
  /** since: it began then and went on; until: a deadline. */
  readonly relation: 'at' | 'since' | 'until'
  /** The words it came from; null when it is the turn's own time. */
  readonly phrase: string | null
}

/** Section A.4. */
export type MemoryBody =
  | { readonly kind: 'episodic'; readonly title: string; readonly summary: string }
  | { readonly kind: 'semantic'; readonly fact: string }
  | { readonly kind: 'procedural'; readonly title: string; readonly steps: readonly string[] }

export interface Memory {
  readonly id: string
  readonly body: MemoryBody
  readonly speaker: string
  readonly anchor: Anchor | null
  /** When it was said: the time of its turn. */
  readonly at: string | null
  /** When it is true; `to` is null while nothing has replaced it. */
  readonly valid: { readonly from: string | null; readonly to: string | null }
  /** The turn it was drawn from. */
  readonly turnId: string
  /** The exact words it rests on, those of its own turn first. */
  readonly sources: readonly Span[]
  /** Which extractor wrote it, with its version: family/version, as in 'rule/1'. */
  readonly writtenBy: string
}

export interface Question {
  readonly text: string
  /** When it is asked; relative words resolve against it. Null: unknown. */
  readonly at: string | null
  /** Answer as of then; null for now. */
  readonly asOf: string | null
  /** Only these speakers' words; null for all. */
  readonly speakers: readonly string[] | null
  /** Only these kinds; null for all, and for turns that no record was made of. */
  readonly kinds: readonly MemoryKind[] | null
}

/** One term of a hit's score: value x weight. */
export interface Signal {
  readonly name: string
  readonly value: number
  readonly weight: number
}

/** A memory, or a stretch of a turn that the router stored nothing for. */
export type Subject =
  | { readonly type: 'memory'; readonly memory: Memory }
  | { readonly type: 'passage'; readonly speaker: string; readonly at: string | null; readonly text: string; readonly source: Span }

export interface Hit {
  readonly subject: Subject
  /** The words that the subject's sources point to, in their order. */
  readonly quotes: readonly Quote[]
  /** What a card says of it, and the least that it may say where room runs out. */
  readonly claim: string
  readonly short: string
  /** How far its score stands out among all of the space, in standard deviations from the mean; null where that is not known. */
  readonly deviation: number | null
  readonly score: number
  readonly signals: readonly Signal[]
}

/** phi(m) = [id, claim, anchor] (section 3.2). */
export interface FactCard {
  /** E1 .. En, best first. */
  readonly label: string
  readonly claim: string
  /** In the shortest unambiguous form; null when no time is known. */
  readonly anchor: string | null
  readonly kind: MemoryKind | null
  readonly speaker: string
  readonly at: string | null
  readonly memoryId: string | null
  readonly score: number
  readonly signals: readonly Signal[]
  readonly sources: readonly Quote[]
}

/** F(q): what the answering model may see and cite. */
export interface Evidence {
  readonly question: Question
  readonly cards: readonly FactCard[]
  /** The cards as they stand in a prompt. */
  readonly text: string
  /** Of `text` and its last line's end, in o200k_harmony tokens. */
  readonly tokens: number
  /** Of the whole transcript of the space, in the same tokens. */
  readonly fullContextTokens: number
  /** Records and untyped passages that could have been chosen, and how many of those found were left out by the budget. */
  readonly considered: number
  readonly leftOut: number
  readonly budget: { readonly policy: string; readonly limit: number; readonly used: number }
  readonly conflicts: readonly Conflict[]
  readonly ms: { readonly embed: number; readonly search: number; readonly total: number }
}

/** Cards that can't all be true. */
export interface Conflict {
  readonly labels: readonly string[]
  readonly note: string
}

export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const
/** How much a model may reason; a server maps or refuses what its model does not know. */
export type Effort = (typeof efforts)[number]

/** Where a number of tokens comes from: the server said so, a tokenizer counted the text, or it is what another number leaves over. */
export type TokenSource = 'reported' | 'counted' | 'remainder'

export interface TokenCounts<T> {
  readonly inputTokens: T
  /** Part of the input tokens. */
  readonly cachedInputTokens: T
  /** Reasoning included. */
  readonly outputTokens: T
  /** Part of the output tokens. */
  readonly reasoningTokens: T
}

/** null: not known. Never 0 for unknown. */
export interface Usage extends TokenCounts<number | null> {
  /** null where the number is. */
  readonly sources: TokenCounts<TokenSource | null>
}

const nothingKnown = { inputTokens: null, cachedInputTokens: null, outputTokens: null, reasoningTokens: null }
/** Of a model that says nothing of what it took. */
export const unknownUsage: Usage = { ...nothingKnown, sources: nothingKnown }

/** Which model a server says that it answered with, and the fingerprint of its setup; null: it does not say. */
export interface Served {
  readonly model: string | null
  readonly fingerprint: string | null
}
export const unknownServed: Served = { model: null, fingerprint: null }

/** One request to a model as it was sent, or an answer out of the cache. */
export interface ModelCall {
  /** As it was asked for. */
  readonly model: string
  readonly served: Served
  /** How the answer ended; null for a call that failed. */
  readonly finish: 'stop' | 'length' | 'refused' | null
  readonly usage: Usage
  /** Out of the cache: nothing was spent; `usage` is that of the call it was recorded from. */
  readonly replayed: boolean
  readonly ms: number
  /** By the prices that are configured; null where none are, or a number of tokens is not known. */
  readonly cost: number | null
  /** The error's code; null for a call that succeeded. */
  readonly failed: string | null
}

export const modelStages = ['route', 'extract', 'answer', 'repair', 'check'] as const
/** A call and what it was for. */
export interface LedgerEntry extends ModelCall {
  readonly stage: (typeof modelStages)[number]
}

export type Verdict = 'supported' | 'partly' | 'unsupported' | 'uncited'

export interface Sentence {
  readonly text: string
  /** Labels of cards, in the order written. */
  readonly citations: readonly string[]
  /** null: nothing has checked it. */
  readonly verdict: Verdict | null
  /** What speaks against it. */
  readonly faults: readonly string[]
}

/** A cited label, opened to the exact words it rests on: characters [start, end) of the turn's text, or of the caption of an attachment. */
export interface Citation extends Span {
  readonly label: string
  readonly memoryId: string | null
  readonly quote: string
}

/**
 * What is done about sentences that no card supports. report: nothing, the verdicts say it. repair: the model is asked once more with the faults,
 * and what still fails is left out. strict: the same, and where anything still fails the answer abstains.
 */
export const verificationModes = ['report', 'repair', 'strict'] as const
export type VerificationMode = (typeof verificationModes)[number]

/** A prompt, exactly: its name with its version, and the sha256 of its words. */
export interface PromptName {
  readonly id: string
  readonly hash: string
}

/** What became of the model's draft. */
export interface Repair {
  /** The verdicts of the draft, as it came. */
  readonly draft: readonly (Verdict | null)[]
  /** The prompt by which the model was asked again, once, with the faults; null where it was not. */
  readonly asked: PromptName | null
  /** Sentences that got their citation from the verifier: a card supports them and they had not cited it. */
  readonly cited: number
  /** Sentences left out of the answer. */
  readonly dropped: readonly Sentence[]
}

export interface Answer {
  readonly question: Question
  readonly text: string
  /** A language model, the date rules, or the closest cards quoted. */
  readonly by: 'model' | 'dates' | 'quotes'
  readonly abstained: boolean
  readonly sentences: readonly Sentence[]
  readonly citations: readonly Citation[]
  readonly evidence: Evidence
  /** null where nothing verified the answer. */
  readonly repair: Repair | null
  /** What the replies took together; null where no model was called. */
  readonly usage: Usage | null
  /** Every call in order, those that failed too. */
  readonly calls: readonly LedgerEntry[]
  /** Which prompt, exactly; null where no model was called. */
  readonly prompt: PromptName | null
  readonly ms: { readonly search: number; readonly model: number | null; readonly total: number }
}
