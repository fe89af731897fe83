import type { Message, ModelCall, Served, Usage } from '../../domain.ts'
import type { LanguageModel } from '../../seams.ts'

/** A question with its key and what a system said to it: all that a judge sees, and no system does. */
export interface JudgedAnswer {
  readonly question: string
  /** When it was asked; null: not known. */
  readonly at: string | null
  readonly category: string
  /** The key; null where the benchmark gives none. */
  readonly gold: string | null
  /** The right reply is that it was never said. */
  readonly abstains: boolean
  /** What a system would say that falls for the question; null where there is no such thing. */
  readonly trap: string | null
  /** What a good reply does, one by one; empty where it is judged as a whole. */
  readonly criteria: readonly string[]
  /** What each criterion is worth; empty where all are worth the same. */
  readonly weights: readonly { readonly points: number; readonly tags: readonly string[] }[]
  /** The conversation that the question ends, where it is judged with it. */
  readonly before: readonly { readonly speaker: string; readonly text: string }[]
  /** Without its citations. */
  readonly answer: string
  /** The system marked it as an abstention itself; null where it does not mark that. */
  readonly abstained: boolean | null
}

export interface Scored {
  /** 0 to 1; below 0 where points can be lost. */
  readonly score: number
  /** What else follows from the same replies, by name: another way of counting, a part of the score. */
  readonly more: Readonly<Record<string, number>>
}

export interface Verdict extends Scored {
  /** What a model said, word for word, so that it can be read again: one reply for each thing that was asked. Empty where none was asked. */
  readonly replies: readonly string[]
  /** How many replies held no verdict and were asked for again. */
  readonly askedAgain: number
  /** Of the last reply; null where no model was asked. */
  readonly served: Served | null
  readonly usage: Usage | null
}

/**
 * binary: 0 or 1. share: anything between. points: a share of points, below 0 where more are lost than won; the score of a set is held within 0
 * and 1.
 */
export const judgeScales = ['binary', 'share', 'points'] as const
export type JudgeScale = (typeof judgeScales)[number]

export interface Judge {
  /** name/version. */
  readonly id: string
  readonly scale: JudgeScale
  /** Of all its prompts; null where it asks no model. */
  readonly hash: string | null
  /** Whether it has anything to say of a question. */
  judges(item: Omit<JudgedAnswer, 'answer' | 'abstained'>): boolean
  /** Tokens of a usual reply to one thing that it asks; 0 where it asks no model. */
  readonly replyTokens: number
  /** What it would send first for each thing that it asks; empty where it asks no model. */
  prompts(item: JudgedAnswer): readonly (readonly Message[])[]
  /** What the rules say, or what a model's replies of then say now; null where that can't be told without asking. */
  score(item: JudgedAnswer, replies: readonly string[]): Scored | null
  /** Fails with the `model_` codes; a reply without a verdict is `model_no_answer`, never a wrong answer. */
  judge(item: JudgedAnswer, asking: JudgeModel): Promise<Verdict>
}

export interface JudgeModel {
  readonly model: LanguageModel
  /** Which of several verdicts on the same words this is, from 1. */
  readonly sample?: number | undefined
  readonly onCall?: ((call: ModelCall) => void) | undefined
}
