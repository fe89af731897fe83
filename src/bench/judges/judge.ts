import type { ModelCall, Usage } from '../../domain.ts'
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
  /** Without its citations. */
  readonly answer: string
  /** The system marked it as an abstention itself; null where it does not mark that. */
  readonly abstained: boolean | null
}

/** `reply`: what a model said, word for word, so that it can be read again; null where none was asked. */
export interface Verdict {
  /** 0 to 1. */
  readonly score: number
  readonly reply: string | null
  readonly usage: Usage | null
}

export interface Judge {
  /** name/version. */
  readonly id: string
  /** Its scores are 0 or 1, or anything between. */
  readonly scale: 'binary' | 'share'
  /** Of all its prompts; null where it asks no model. */
  readonly hash: string | null
  /** Whether it has anything to say of a question. */
  judges(item: Omit<JudgedAnswer, 'answer' | 'abstained'>): boolean
  /** What the rules say, or what a model's reply of then says now; null where that can't be told without asking. */
  score(item: JudgedAnswer, reply: string | null): number | null
  /** Fails with the `model_` codes; a reply without a verdict is `model_no_answer`, never a wrong answer. */
  judge(item: JudgedAnswer, asking: JudgeModel): Promise<Verdict>
}

export interface JudgeModel {
  readonly model: LanguageModel
  readonly onCall?: ((call: ModelCall) => void) | undefined
}
