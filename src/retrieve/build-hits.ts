import type { Hit, Question } from '../domain.ts'
import { createClaimWriter } from './compact-claims.ts'
import { mergeQuotes } from './merge-hits.ts'
import { type Offer, offersIn } from './offers.ts'
import type { Partition } from './partition.ts'
import type { QuestionView } from './question-view.ts'
import type { Ranked, Ranking } from './rank-passages.ts'

interface Found {
  readonly offer: Offer
  readonly from: Ranked
  /** What says the same, further down. */
  readonly others: Offer[]
}

/** Claims are measured against the best sentence among so many. */
const measured = 25
/** The closest leave nothing out: on LoCoMo they so keep half a point more of the answers' words, for a tenth of a point of evidence. */
const sayAll = 5

/**
 * Hits of the passages in this order. What says the same is one hit. Built as they are asked for: a budget takes a third of what could fit
 * at most, and an explained hit costs more than its ranking.
 */
export function* buildHits(ranked: readonly Ranked[], { view, partition, question, ranking }: HitSources): Iterable<Hit> {
  const offersOf = offersIn(partition, question)
  const mark = {}
  const all: Found[] = []
  for (const from of ranked) {
    for (const offer of offersOf(from.passage)) {
      const { meaning } = offer
      const first = meaning.foundBy === mark ? all[meaning.place] : undefined
      if (first === undefined) {
        meaning.foundBy = mark
        meaning.place = all.length
        all.push({ offer, from, others: [] })
      } else first.others.push(offer)
    }
  }
  const best = all.slice(0, measured).map(({ offer }) => offer.said)
  const writer = createClaimWriter(best, view, partition.lexical)
  let rank = 0
  for (const { offer, from, others } of all) {
    const { claim, short } = writer.write(offer.said)
    yield {
      subject: offer.subject,
      deviation: ranking.deviation(from.score),
      score: Math.max(0, from.score),
      signals: ranking.signals(from.passage),
      quotes: others.length === 0 ? offer.quotes : mergeQuotes([offer, ...others].map(({ quotes }) => quotes)),
      claim: rank++ < sayAll ? offer.said.text : claim,
      short,
    }
  }
}

export interface HitSources {
  readonly view: QuestionView
  readonly partition: Partition
  readonly question: Question
  readonly ranking: Ranking
}
