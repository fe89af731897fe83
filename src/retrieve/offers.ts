import type { Question, Quote, Subject } from '../domain.ts'
import { memoryText } from '../lib/memory-text.ts'
import { createSaid, type Said } from './compact-claims.ts'
import { samenessOf } from './merge-hits.ts'
import type { Partition } from './partition.ts'
import type { Passage } from './passage.ts'
import { sourcesOf, subjectsOf } from './subjects-of.ts'

/** Something that a found passage offers as a hit. */
export interface Offer {
  readonly subject: Subject
  /** Equal for what says the same. */
  readonly sameness: string
  readonly quotes: readonly Quote[]
  readonly said: Said
}

// A passage never changes, and what it offers is the same for every question that asks for all kinds.
const known = new WeakMap<Passage, readonly Offer[]>()

export function offersOf(passage: Passage, question: Question, partition: Partition): readonly Offer[] {
  if (question.kinds !== null) return makeOffers(passage, question, partition)
  let offers = known.get(passage)
  if (offers === undefined) {
    offers = makeOffers(passage, question, partition)
    known.set(passage, offers)
  }
  return offers
}

function makeOffers(passage: Passage, question: Question, { quote }: Partition): readonly Offer[] {
  return subjectsOf(passage, question).map(subject => ({
    subject,
    sameness: samenessOf(subject),
    quotes: sourcesOf(subject).map(quote),
    said: subject.type === 'memory' ? createSaid(subject.memory, memoryText(subject.memory.body)) : createSaid(passage, subject.text),
  }))
}
