import type { Question, Quote, Subject } from '../domain.ts'
import { memoryText } from '../lib/memory-text.ts'
import { createSaid, type Said } from './compact-claims.ts'
import { samenessOf } from './merge-hits.ts'
import type { Partition } from './partition.ts'
import { sourcesOf, subjectsOf } from './subjects-of.ts'

/** Something that a found passage offers as a hit. */
export interface Offer {
  readonly subject: Subject
  /** One for all offers that say the same. */
  readonly meaning: Meaning
  readonly quotes: readonly Quote[]
  readonly said: Said
}

/** Where it was first found, for the question that has this mark: a map of them for each question would be much of what finding costs. */
export interface Meaning {
  foundBy: object | null
  place: number
}

/** By passage. */
export type Offers = (passage: number) => readonly Offer[]

interface Known {
  revision: number
  passages: number
  /** To a question that asks for all kinds: the same for each. */
  readonly offers: (readonly Offer[] | undefined)[]
  readonly meanings: Map<string, Meaning>
}

const known = new WeakMap<Partition, Known>()

/** As the partition is now. */
export function offersIn(partition: Partition, question: Question): Offers {
  const { offers, meanings } = knownIn(partition)
  const make = (passage: number): readonly Offer[] => makeOffers(passage, { question, partition, meanings })
  if (question.kinds !== null) return make
  return passage => {
    let own = offers[passage]
    if (own === undefined) {
      own = make(passage)
      offers[passage] = own
    }
    return own
  }
}

/** What was found stands as long as passages are only added. */
function knownIn(partition: Partition): Known {
  const { revision, passages } = partition
  let entry = known.get(partition)
  if (entry === undefined || partition.unchangedSince(entry.revision) < entry.passages) {
    entry = { revision, passages: 0, offers: [], meanings: new Map() }
    known.set(partition, entry)
  }
  entry.revision = revision
  entry.passages = passages.length
  return entry
}

interface Source {
  readonly question: Question
  readonly partition: Partition
  readonly meanings: Map<string, Meaning>
}

function makeOffers(index: number, { question, partition, meanings }: Source): readonly Offer[] {
  const passage = partition.passages[index]
  if (passage === undefined) return []
  return subjectsOf(passage, question).map(subject => {
    const sameness = samenessOf(subject)
    const meaning = meanings.get(sameness) ?? { foundBy: null, place: 0 }
    meanings.set(sameness, meaning)
    return {
      subject,
      meaning,
      quotes: sourcesOf(subject).map(partition.quote),
      said: subject.type === 'memory' ? createSaid(subject.memory, memoryText(subject.memory.body)) : createSaid(passage, subject.text),
    }
  })
}
