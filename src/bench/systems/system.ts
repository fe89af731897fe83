import type { LedgerEntry, PromptName, Repair, Turn, Usage } from '../../domain.ts'
import type { AskedQuestion } from '../datasets/dataset.ts'

/** What is measured. It is told a dialogue and asked about it, and sees nothing else: gold has another type. */
export interface System {
  /** What it puts before a model, in words, for a report. */
  readonly about: string
  readonly prompt: PromptName
  /** Takes in a whole dialogue, as one that knew nothing before. */
  tell(dialogue: Dialogue): Promise<Told>
}

export interface Dialogue {
  readonly space: string
  readonly turns: readonly Turn[]
}

export interface Told {
  /** Every request to a model that taking the dialogue in led to. */
  readonly calls: readonly LedgerEntry[]
  /** Answers with the model that the system was opened with. Fails with the `model_` codes. */
  answer(asked: AskedQuestion): Promise<SystemAnswer>
}

export interface SystemAnswer {
  readonly text: string
  /** It said that it does not know; null where it does not mark that. */
  readonly abstained: boolean | null
  /** Ids of the turns that the model was shown, those of the best card first; null where that is all of them. */
  readonly shown: readonly string[] | null
  /** Ids of the turns that the answer cites; null where it is not asked to. */
  readonly cited: readonly string[] | null
  readonly repair: Repair | null
  readonly prompt: PromptName
  /** null where no model was called. */
  readonly usage: Usage | null
  readonly calls: readonly LedgerEntry[]
  readonly ms: { readonly search: number; readonly model: number | null; readonly total: number }
}
