import { z } from 'zod'

/** An item as published, or as repackaged with lists of questions. */
export interface HistoryItem {
  readonly question_id: string
  readonly question_type: string
  readonly question?: string | undefined
  readonly answer?: string | number | undefined
  readonly questions?: readonly string[] | undefined
  readonly answers?: readonly (string | number)[] | undefined
  readonly question_date?: string | undefined
  readonly haystack_dates?: readonly string[] | undefined
  readonly haystack_session_ids?: readonly string[] | undefined
  /** has_answer stands as true or as false: its value counts. */
  readonly haystack_sessions: readonly (readonly { readonly has_answer?: boolean | undefined }[])[]
  readonly answer_session_ids?: readonly (string | readonly string[])[] | undefined
}

/** Further questions on a history that lies in another file. */
export interface FurtherQuestions {
  readonly question_id: string
  readonly questions: readonly {
    readonly question: string
    readonly answer?: string | number | undefined
    readonly answer_session_ids: readonly string[]
  }[]
}

const answer = z.union([z.string(), z.number()])

const historySchema = z
  .object({
    question_id: z.string().min(1),
    question_type: z.string(),
    question: z.string().optional(),
    answer: answer.optional(),
    questions: z.array(z.string()).optional(),
    answers: z.array(answer).optional(),
    question_date: z.string().optional(),
    haystack_dates: z.array(z.string()).optional(),
    haystack_session_ids: z.array(z.string()).optional(),
    haystack_sessions: z.array(z.array(z.object({ has_answer: z.boolean().optional() }))),
    answer_session_ids: z.array(z.union([z.string(), z.array(z.string())])).optional(),
  })
  .refine(item => item.question !== undefined || item.questions !== undefined, 'expected question, or questions')

const furtherSchema = z.object({
  question_id: z.string().min(1),
  questions: z.array(z.object({ question: z.string(), answer: answer.optional(), answer_session_ids: z.array(z.string()) })),
})

export const fileSchema: z.ZodType<HistoryItem | FurtherQuestions> = z.union([historySchema, furtherSchema])
