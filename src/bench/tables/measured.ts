/** Percent of so many questions that were judged. */
export interface JudgedShare {
  readonly percent: number
  readonly questions: number
  /** Not of yes and no: an interval of shares says nothing of it. */
  readonly graded?: boolean
}

/** What was measured of a system on the questions of one category; null: not measured, or the server did not tell. */
export interface MeasuredRow {
  readonly questions: number
  readonly inputTokens: number | null
  readonly reasoningTokens: number | null
  /** Of the judge that the benchmark is known by, and of the strict one. */
  readonly judge: JudgedShare | null
  readonly strict: JudgedShare | null
}

/** Seconds, by nearest rank. */
export interface Quantiles {
  readonly p50: number
  readonly p95: number
}

export interface TimedAnswers {
  readonly answers: number
  readonly total: Quantiles
}

export interface Latency {
  /** Answers that were asked for while it was measured: not out of the cache, without failed requests. */
  readonly answers: number
  /** null for a system that searches nothing. */
  readonly search: Quantiles | null
  readonly total: Quantiles | null
  /** Those of whose input the server had kept less than half from before, and the others; null where there are none, or it does not say. */
  readonly cold: TimedAnswers | null
  readonly warm: TimedAnswers | null
  /** Percent of the input tokens that the server had kept from before; null where it does not say. */
  readonly cached: number | null
}

/** What it took a system to take all dialogues in: apart from what its answers took, and shared among them. */
export interface IngestCost {
  readonly dialogues: number
  readonly turns: number
  readonly calls: number
  /** null where a number of a request is not known. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** null where it was not timed, or answers came out of the cache. */
  readonly seconds: number | null
  /** That were answered. */
  readonly questions: number
}

export interface Reduction {
  readonly questions: number
  /** Negative where it took more. */
  readonly percent: number
}

/** One data set, any systems. All systems were asked the same questions. */
export interface Measured {
  readonly dataset: string
  readonly split: string
  /** By system, then by category. */
  readonly systems: Readonly<Record<string, Readonly<Record<string, MeasuredRow>>>>
  /** By system; null where nothing was answered. */
  readonly latency: Readonly<Record<string, Latency>> | null
  /** By system; null where it is not known. */
  readonly ingest: Readonly<Record<string, IngestCost>> | null
  /** By system: input tokens against full context, of the questions that both answered; null where totals must do. */
  readonly reductions: Readonly<Record<string, Reduction>> | null
  /** What a reader must know of it. */
  readonly remarks: readonly string[]
}
