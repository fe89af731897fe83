import type { Message, Turn } from '../../domain.ts'
import type { AskedQuestion } from '../datasets/dataset.ts'

/** What is measured. It is told a dialogue and asked about it, and sees nothing else: gold has another type. */
export interface System {
  /** What it puts before a model, in words, for a report. */
  readonly about: string
  /** Takes in a whole dialogue, as one that knew nothing before. */
  tell(dialogue: Dialogue): Promise<Told>
}

export interface Dialogue {
  readonly space: string
  readonly turns: readonly Turn[]
}

export interface Told {
  /** All messages that a model would get for the question. */
  promptFor(asked: AskedQuestion): Promise<readonly Message[]>
}
