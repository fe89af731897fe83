import type { Turn } from '../../domain.ts'
import type { Audit } from './locomo-audit.ts'

export const benchmarkNames = ['locomo', 'longmemeval', 'beam', 'healthbench'] as const
export type BenchmarkName = (typeof benchmarkNames)[number]

/** All that a system under test may see of a question. */
export interface AskedQuestion {
  readonly space: string
  readonly text: string
  /** When it is asked, ISO 8601; null where the benchmark does not say. */
  readonly at: string | null
}

/** What only a judge or a scorer may see. */
export interface Gold {
  /** The name of its category, as in the dataset's `categories`. */
  readonly category: string
  /** As text; null where the benchmark gives none. */
  readonly answer: string | null
  /** The answer's words can be expected in the dialogue. */
  readonly quotable: boolean
  /** The right reply is that it was never said. */
  readonly abstains: boolean
  /** What a system would say that falls for the question; null where there is no such thing. */
  readonly trap: string | null
  /** What a judge grades one by one; empty where the answer is graded as a whole. */
  readonly rubric: readonly RubricItem[]
  /** The items of the rubric are worth their points, or all the same. */
  readonly weighted: boolean
  /** Of the question, as the file has them. */
  readonly tags: readonly string[]
  /** The conversation that the question ends, where it is graded with it. */
  readonly before: readonly { readonly speaker: string; readonly text: string }[]
  /** Ids of turns or sessions as systems see them, each once. */
  readonly evidence: readonly string[]
  readonly evidenceBy: 'turn' | 'session'
  /** Where an audit found this key wrong; null where it did not, or none was given. */
  readonly audit: Audit | null
}

export interface RubricItem {
  readonly criterion: string
  /** Negative for what a reply must not do. */
  readonly points: number
  readonly tags: readonly string[]
}

export interface BenchmarkQuestion {
  /** Unique in the dataset and stable: results are kept by it, never by the question's words. */
  readonly id: string
  readonly asked: AskedQuestion
  readonly gold: Gold
}

/** Something odd in a file and where; what was made of it is part of `what`. */
export interface Irregularity {
  readonly what: string
  readonly where: string
}

/** One dialogue, and what is asked about it. */
export interface History {
  /** How the file calls it. Not for systems: LongMemEval's names tell which questions have no answer. */
  readonly name: string
  /** What systems see. */
  readonly space: string
  /** What systems see: no evidence marks, no ids that give evidence away. */
  readonly turns: readonly Turn[]
  readonly questions: readonly BenchmarkQuestion[]
  readonly irregularities: readonly Irregularity[]
}

/** What a system is to do: answer a question about a dialogue, or write the next message of it. */
export type BenchmarkTask = 'answer' | 'reply'

export interface Dataset {
  readonly name: BenchmarkName
  readonly task: BenchmarkTask
  readonly path: string
  /** Its categories by the id that stands in the file, in the order in which they are reported. */
  readonly categories: ReadonlyMap<string, string>
  /** Names of categories that its users leave out of totals. */
  readonly apart: readonly string[]
  /** What was left out or changed by choice, in words. */
  readonly filters: readonly string[]
  /** A file of what an audit found wrong in the key; null where none was given. */
  readonly audit: string | null
  /** A time in the dataset's own spelling, as a full transcript shows it. */
  readonly writeTime: (at: string) => string
  /** In the order of the file, one at a time: a file may be larger than memory. Throws `bad_file` for what is not that dataset. */
  histories(): AsyncIterable<History>
}
