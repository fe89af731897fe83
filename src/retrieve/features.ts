import type { Anchor } from '../domain.ts'
import type { Partition, Passage } from './partition.ts'
import { isAssistant, type QuestionView } from './question-view.ts'

/** One reason to prefer a passage. A score is the sum of value x weight over the features that apply to the question. */
export interface Feature {
  readonly name: string
  readonly meaning: string
  readonly weight: number
  /** Whether the question asks for it at all: what does not apply costs no score. */
  applies(view: QuestionView): boolean
  /** 0 to 1. */
  value(passage: Passage, context: FeatureContext): number
}

export interface FeatureContext {
  readonly view: QuestionView
  readonly partition: Partition
  /** BM25 of this passage with its neighbours, divided by the question's maximum. */
  readonly words: number
}

/** Weights chosen on LoCoMo's development conversations; the role rule on BEAM's. `npm run bench:retrieval` measures them. */
export const features: readonly Feature[] = [
  {
    name: 'words',
    meaning: "the question's rare words stand in the passage or beside it",
    weight: 1,
    applies: () => true,
    value: (_, { words }) => words,
  },
  {
    name: 'speaker',
    meaning: 'the question names one speaker, and these are their words',
    weight: 0.4,
    applies: ({ speaker }) => speaker !== null,
    value: ({ turn }, { view }) => (turn.speaker === view.speaker ? 1 : 0),
  },
  {
    name: 'role',
    meaning: "in a chat with an assistant: the user's words, or the assistant's where the question asks what it said",
    weight: 0.5,
    applies: ({ role }) => role !== null,
    value: ({ turn }, { view }) => (isAssistant(turn.speaker) === (view.role === 'assistant') ? 1 : 0),
  },
  {
    name: 'date',
    meaning: 'the question names a time, and this was said or happened then, or was said in the two weeks after',
    weight: 0.4,
    applies: ({ times }) => times.length > 0,
    value: (passage, { view, partition }) => Math.max(0, ...view.times.map(time => dateValue(time, passage, partition))),
  },
  {
    name: 'time',
    meaning: 'the question asks when, and the passage holds a time',
    weight: 0.2,
    applies: ({ asksWhen }) => asksWhen,
    value: (passage, { partition }) => (partition.memoriesIn(passage).some(({ anchor }) => anchor !== null) ? 1 : 0),
  },
  {
    name: 'question',
    meaning: 'the passage only asks',
    weight: -0.06,
    applies: () => true,
    value: ({ text }) => (/[?？]\W{0,3}$/.test(text) ? 1 : 0),
  },
]

const afterDays = 14
const afterValue = 0.4

function dateValue(time: Anchor, passage: Passage, partition: Partition): number {
  const said = passage.turn.at?.slice(0, 10)
  const from = time.start.slice(0, 10)
  const to = time.end.slice(0, 10)
  if (said !== undefined && said >= from && said <= to) return 1
  for (const { anchor } of partition.memoriesIn(passage)) {
    if (anchor !== null && anchor.start.slice(0, 10) <= to && anchor.end.slice(0, 10) >= from) return 1
  }
  return said !== undefined && said > to && said <= addDays(to, afterDays) ? afterValue : 0
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
