import { z } from 'zod'
import type { PromptName, Repair, Usage } from '../../domain.ts'
import { usageSchema } from '../../lib/usage-schema.ts'

// What stands in the files of a run. Whatever hangs on the hour or the machine is in timings.jsonl alone, so that the others are the same when replayed.

const tokens = z.number().nullable()
const promptName: z.ZodType<PromptName> = z.object({ id: z.string(), hash: z.string() })

export interface Failure {
  readonly code: string
  readonly message: string
}
const failure: z.ZodType<Failure> = z.object({ code: z.string(), message: z.string() })

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
  readonly evidence: readonly string[]
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
  evidence: z.array(z.string()),
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
  readonly calls: readonly { readonly stage: string; readonly model: string; readonly usage: Usage }[]
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
  calls: z.array(z.object({ stage: z.string(), model: z.string(), usage: usageSchema })),
  error: failure.nullable(),
})

/** verdicts.jsonl: what a judge said of an answer. Later lines stand in for earlier ones, as above. */
export interface VerdictRow {
  readonly id: string
  readonly system: string
  /** Its id with the version. */
  readonly judge: string
  /** sha256 of the answer that was judged. */
  readonly answer: string
  /** 0 to 1; null where the judge failed. */
  readonly score: number | null
  readonly reply: string | null
  readonly usage: Usage | null
  readonly error: Failure | null
}
export const verdictSchema: z.ZodType<VerdictRow> = z.object({
  id: z.string(),
  system: z.string(),
  judge: z.string(),
  answer: z.string(),
  score: z.number().nullable(),
  reply: z.string().nullable(),
  usage: usageSchema.nullable(),
  error: failure.nullable(),
})

/** timings.jsonl: what an answer or a verdict took this time, in milliseconds; each request, also those that failed. */
export interface TimingRow {
  readonly id: string
  readonly system: string
  /** null: it is of the answer. */
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
  readonly answers: RunLog<AnswerRow>
  readonly verdicts: RunLog<VerdictRow>
  readonly timings: RunLog<TimingRow>
} = {
  questions: { file: 'questions.jsonl', schema: questionSchema },
  answers: { file: 'answers.jsonl', schema: answerSchema },
  verdicts: { file: 'verdicts.jsonl', schema: verdictSchema },
  timings: { file: 'timings.jsonl', schema: timingSchema },
}

export interface RunLog<Row> {
  readonly file: string
  readonly schema: z.ZodType<Row>
}
