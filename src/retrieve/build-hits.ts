import type { Hit, Question, Subject } from '../domain.ts'
import { memoryText } from '../lib/memory-text.ts'
import { type ClaimWriter, createClaimWriter } from './compact-claims.ts'
import { mergeQuotes, samenessOf } from './merge-hits.ts'
import type { Partition } from './partition.ts'
import type { Passage } from './passage.ts'
import type { QuestionView } from './question-view.ts'
import type { Ranking } from './rank-passages.ts'
import { sourcesOf, subjectsOf } from './subjects-of.ts'

interface Found {
  readonly subject: Subject
  readonly passage: Passage
  readonly index: number
  /** What says the same, further down. */
  readonly others: Subject[]
}

/** Claims are measured against the best sentence among so many. */
const measured = 25

/**
 * Hits of the passages in this order. What says the same is one hit. Built as they are asked for: a budget takes a third of what could fit
 * at most, and an explained hit costs more than its ranking.
 */
export function* buildHits(order: readonly number[], { view, partition, question, ranking }: HitSources): Iterable<Hit> {
  const found = new Map<string, Found>()
  for (const index of order) {
    const passage = partition.passages[index]
    if (passage === undefined) continue
    for (const subject of subjectsOf(passage, question)) {
      const key = samenessOf(subject)
      const first = found.get(key)
      if (first === undefined) found.set(key, { subject, passage, index, others: [] })
      else first.others.push(subject)
    }
  }
  const all = [...found.values()]
  const writer = createClaimWriter(all.slice(0, measured).map(saidOf), view, partition.lexical)
  for (const one of all) yield toHit(one, { partition, ranking, writer })
}

export interface HitSources {
  readonly view: QuestionView
  readonly partition: Partition
  readonly question: Question
  readonly ranking: Ranking
}

function toHit(
  found: Found,
  { partition, ranking, writer }: { readonly partition: Partition; readonly ranking: Ranking; readonly writer: ClaimWriter },
): Hit {
  const { subject, index, others } = found
  const quotes = [subject, ...others].map(one => sourcesOf(one).map(partition.quote))
  return {
    subject,
    deviation: ranking.deviation(index),
    score: Math.max(0, ranking.scores[index] ?? 0),
    signals: ranking.signals(index),
    quotes: mergeQuotes(quotes),
    ...writer.write(saidOf(found)),
  }
}

function saidOf({ subject, passage }: Found): { readonly of: object; readonly text: string } {
  return subject.type === 'memory' ? { of: subject.memory, text: memoryText(subject.memory.body) } : { of: passage, text: subject.text }
}
