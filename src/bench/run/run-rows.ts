import { z } from 'zod'
import type { PromptName, Repair, Served, Usage } from '../../domain.ts'
import { usageSchema } from '../../lib/usage-schema.ts'

// What stands in the files of a run. Whatever hangs on the hour or the machine is in timings.jsonl alone, so that the others are the same when replayed.

const tokens = z.number().nullable()
const promptName: z.ZodType<PromptName> = z.object({ id: z.string(), hash: z.string() })

export interface Failure {
  readonly code: string
  readonly message: string
}
const failure: z.ZodType<Failure> = z.object({ code: z.string(), message: z.string() })
const served: z.ZodType<Served> = z.object({ model: z.string().nullable(), fingerprint: z.string().nullable() })

/** A request to a model that succeeded. */
export interface CallRow {
  readonly stage: string
  /** As it was asked for. */
  readonly model: string
  readonly served: Served
  readonly finish: 'stop' | 'length' | 'refused' | null
  readonly usage: Usage
}
const callSchema: z.ZodType<CallRow> = z.object({
  stage: z.string(),
  model: z.string(),
  served,
  finish: z.enum(['stop', 'length', 'refused']).nullable(),
  usage: usageSchema,
})

/** questions.jsonl: what is asked, and the key. Written before anything is asked; systems never see it. */
export interface QuestionRow {
  readonly id: string
  readonly history: string
  readonly category: string
  readonly question: string
  readonly at: string | null
  readonly gold: string | null
  readonly abstains: boolean
  readonly trap: string | null
  readonly criteria: readonly string[]
  /** What each criterion is worth, in their order, and its tags; empty where all are worth the same. */
  readonly weights: readonly { readonly points: number; readonly tags: readonly string[] }[]
  /** Of the question itself, as the file has them. */
  readonly tags: readonly string[]
  /** The conversation that the question ends, where a judge is shown it. */
  readonly before: readonly { readonly speaker: string; readonly text: string }[]
  readonly evidence: readonly string[]
  /** Where an audit that was given finds the key wrong. */
  readonly audit: {
    readonly error: string
    readonly affectsAnswer: boolean
    readonly answer: string
    readonly evidence: readonly string[]
  } | null
}
export const questionSchema: z.ZodType<QuestionRow> = z.object({
  id: z.string(),
  history: z.string(),
  category: z.string(),
  question: z.string(),
  at: z.string().nullable(),
  gold: z.string().nullable(),
  abstains: z.boolean(),
  trap: z.string().nullable(),
  criteria: z.array(z.string()),
  weights: z.array(z.object({ points: z.number(), tags: z.array(z.string()) })),
  tags: z.array(z.string()),
  before: z.array(z.object({ speaker: z.string(), text: z.string() })),
  evidence: z.array(z.string()),
  audit: z.object({ error: z.string(), affectsAnswer: z.boolean(), answer: z.string(), evidence: z.array(z.string()) }).nullable(),
})

/** ingest.jsonl: what it took a system to take in a dialogue. Apart from what its answers took. */
export interface IngestRow {
  readonly system: string
  /** The dialogue, as systems see it. */
  readonly space: string
  readonly turns: number
  /** Those that succeeded. */
  readonly calls: readonly CallRow[]
  readonly error: Failure | null
}
export const ingestSchema: z.ZodType<IngestRow> = z.object({
  system: z.string(),
  space: z.string(),
  turns: z.number(),
  calls: z.array(callSchema),
  error: failure.nullable(),
})

/** answers.jsonl: what a system said to a question. A later line of the same question and system stands in for the one before. */
export interface AnswerRow {
  readonly id: string
  readonly system: string
  /** As the user gets it, with its citations; null where it failed. */
  readonly answer: string | null
  readonly abstained: boolean | null
  /** Ids of turns; see SystemAnswer. */
  readonly shown: readonly string[] | null
  readonly cited: readonly string[] | null
  /** null where nothing was verified. */
  readonly repair: Repair | null
  readonly prompt: PromptName | null
  readonly usage: Usage | null
  /** Those that succeeded. */
  readonly calls: readonly CallRow[]
  readonly error: Failure | null
}
const verdict = z.enum(['supported', 'partly', 'unsupported', 'uncited']).nullable()
export const answerSchema: z.ZodType<AnswerRow> = z.object({
  id: z.string(),
  system: z.string(),
  answer: z.string().nullable(),
  abstained: z.boolean().nullable(),
  shown: z.array(z.string()).nullable(),
  cited: z.array(z.string()).nullable(),
  repair: z
    .object({
      draft: z.array(verdict),
      asked: promptName.nullable(),
      cited: z.number(),
      dropped: z.array(z.object({ text: z.string(), citations: z.array(z.string()), verdict, faults: z.array(z.string()) })),
    })
    .nullable(),
  prompt: promptName.nullable(),
  usage: usageSchema.nullable(),
  calls: z.array(callSchema),
  error: failure.nullable(),
})

/** verdicts.jsonl: what a judge said of an answer. Later lines stand in for earlier ones, as above. */
export interface VerdictRow {
  readonly id: string
  readonly system: string
  /** Its id with the version. */
  readonly judge: string
  /** Of several verdicts of that judge on the same words, which, from 1. */
  readonly run: number
  /** By which answer key: the one that was published, or what an audit puts in its place. */
  readonly key: VerdictKey
  /** sha256 of the answer that was judged. */
  readonly answer: string
  /** 0 to 1, below 0 where points can be lost; null where the judge failed. */
  readonly score: number | null
  /** What else follows from the same replies, by name. */
  readonly more: Readonly<Record<string, number>>
  /** Of a judge that asks one thing, word for word; null of one that asks no model, or several things. */
  readonly reply: string | null
  /** Of a judge that asks several things, in their order; else empty. */
  readonly replies: readonly string[]
  /** How many replies held no verdict and were asked for again. */
  readonly askedAgain: number
  readonly served: Served | null
  readonly usage: Usage | null
  readonly error: Failure | null
}
const verdictKeys = ['published', 'audit'] as const
export type VerdictKey = (typeof verdictKeys)[number]
export const verdictSchema: z.ZodType<VerdictRow> = z.object({
  id: z.string(),
  system: z.string(),
  judge: z.string(),
  run: z.number(),
  key: z.enum(verdictKeys),
  answer: z.string(),
  score: z.number().nullable(),
  more: z.record(z.string(), z.number()),
  reply: z.string().nullable(),
  replies: z.array(z.string()),
  askedAgain: z.number(),
  served: served.nullable(),
  usage: usageSchema.nullable(),
  error: failure.nullable(),
})

/** timings.jsonl: what a dialogue, an answer or a verdict took this time, in milliseconds; each request, also those that failed. */
export interface TimingRow {
  readonly phase: 'ingest' | 'answer' | 'verdict'
  /** Of the question; of the dialogue where it was taken in. */
  readonly id: string
  readonly system: string
  /** null: it is of no verdict. */
  readonly judge: string | null
  readonly ms: { readonly search: number | null; readonly model: number | null; readonly total: number }
  readonly calls: readonly TimedCall[]
}
export interface TimedCall {
  readonly ms: number
  /** Out of the cache: nothing was sent. */
  readonly replayed: boolean
  readonly cost: number | null
  readonly failed: string | null
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}
export const timingSchema: z.ZodType<TimingRow> = z.object({
  phase: z.enum(['ingest', 'answer', 'verdict']),
  id: z.string(),
  system: z.string(),
  judge: z.string().nullable(),
  ms: z.object({ search: z.number().nullable(), model: z.number().nullable(), total: z.number() }),
  calls: z.array(
    z.object({
      ms: z.number(),
      replayed: z.boolean(),
      cost: z.number().nullable(),
      failed: z.string().nullable(),
      inputTokens: tokens,
      outputTokens: tokens,
    }),
  ),
})

/** The logs of a run, each with what a line of it holds. */
export const runLogs: {
  readonly questions: RunLog<QuestionRow>
  readonly ingest: RunLog<IngestRow>
  readonly answers: RunLog<AnswerRow>
  readonly verdicts: RunLog<VerdictRow>
  readonly timings: RunLog<TimingRow>
} = {
  questions: { file: 'questions.jsonl', schema: questionSchema },
  ingest: { file: 'ingest.jsonl', schema: ingestSchema },
  answers: { file: 'answers.jsonl', schema: answerSchema },
  verdicts: { file: 'verdicts.jsonl', schema: verdictSchema },
  timings: { file: 'timings.jsonl', schema: timingSchema },
}

export interface RunLog<Row> {
  readonly file: string
  readonly schema: z.ZodType<Row>
}
