import type { Hit, Question } from '../domain.ts'
import { topIndices } from '../lib/top-indices.ts'
import { clipText } from '../lib/words/clip-text.ts'
import { evaluate } from './evaluate.ts'
import { lasting } from './lasting.ts'
import type { Partition } from './partition.ts'
import type { Passage } from './passage.ts'
import { isAssistant, viewQuestion } from './question-view.ts'
import { type Spread, topicOf } from './spread-of.ts'
import { offering, sourcesOf, subjectsOf } from './subjects-of.ts'
import { weighedSum } from './weighed-sum.ts'

/** The history is cut into so many stretches of equal length, and each gives its best in turn. */
const stretches = 10
/** What a stretch loses for each card it has given. */
const crowding = 0.1
/** Cards of a timeline are short, so that many fit. In characters. */
const cardLength = 120
const replyLength = 100
/** Of the features that place a passage on the topic; who said it and when is the timeline's own business. */
const topicFeatures = ['words', 'meaning', 'expansion', 'similar', 'question']
/** What a passage that only acknowledges loses. */
const acknowledging = 0.3
const acknowledgement =
  /^(?:hmm+|ok(?:ay)?|sure|yeah|yes|yep|no\b|nope|thanks?|thank you|got it|sounds|alright|great|perfect|cool|awesome|that(?:'s| is| makes| sounds)|makes sense|right|i see|absolutely|definitely|good|nice|haha|oh|ah)\b/i

/**
 * What a question for an order or a summary needs: not the few best passages, but short cards of what was said on its topic, spread over the
 * whole history; one a turn, of the user in a chat with an assistant. A summary also gets the assistant's replies.
 */
export function timeline(
  partition: Partition,
  question: Question,
  { spread, most }: { readonly spread: Spread; readonly most: number },
): readonly Hit[] {
  const { passages } = partition
  const topic = viewQuestion({ ...question, text: topicOf(question.text) }, partition)
  const terms = evaluate(topic, partition, name => topicFeatures.includes(name))
  const scores = weighedSum(terms, passages.length)
  const chat = [...partition.speakers].some(isAssistant)
  const places = placesOf(partition)
  const acknowledges = acknowledgesIn(partition)
  const worths = scores.map((score, index) => score - (acknowledges[index] === 1 ? acknowledging : 0))
  const isOffered = offering(question)
  const best = bestOfTurns(passages, worths, passage => !(chat && isAssistant(passage.turn.speaker)) && isOffered(passage))

  // Per stretch, its passages best first.
  const ends = stretchEnds(partition)
  const queues = ends.map((end, stretch) => {
    const from = ends[stretch - 1] ?? 0
    return topIndices(best.subarray(from, end), most).map(index => from + index)
  })

  const chosen: { readonly passage: Passage; readonly length: number }[] = []
  const given = new Array<number>(stretches).fill(0)
  while (chosen.length < most) {
    let best: { readonly stretch: number; readonly index: number; readonly worth: number } | null = null
    for (const [stretch, queue] of queues.entries()) {
      const index = queue[given[stretch] ?? 0]
      if (index === undefined) continue
      const worth = (worths[index] ?? 0) - crowding * (given[stretch] ?? 0)
      if (best === null || worth > best.worth) best = { stretch, index, worth }
    }
    if (best === null) break
    given[best.stretch] = (given[best.stretch] ?? 0) + 1
    const passage = passages[best.index]
    if (passage === undefined) continue
    chosen.push({ passage, length: cardLength })
    const reply = spread === 'summary' && chat ? replyTo(passage, { partition, places, scores }) : null
    if (reply !== null) chosen.push({ passage: reply, length: replyLength })
  }
  return chosen.flatMap(({ passage, length }, rank) =>
    toHit(passage, { question, partition, length, score: 1 - rank / (chosen.length + 1) }),
  )
}

const acknowledgesIn = lasting(({ passages }) => Uint8Array.from(passages, ({ text }) => (acknowledgement.test(text) ? 1 : 0)))

const placesOf = lasting(({ turns }) => new Map(turns.map(({ id }, place) => [id, place])))

/** By stretch: the number of the passage after its last one. */
const stretchEnds = lasting(partition => {
  const { passages, turns } = partition
  const places = placesOf(partition)
  const ends = new Array<number>(stretches).fill(0)
  for (const [index, { turn }] of passages.entries()) ends[Math.floor(((places.get(turn.id) ?? 0) * stretches) / turns.length)] = index + 1
  let end = 0
  return ends.map(own => {
    end = Math.max(end, own)
    return end
  })
})

/** The worths of the best passage of each turn among those wanted; minus infinity for all others. */
function bestOfTurns(passages: readonly Passage[], worths: Float64Array, isWanted: (passage: Passage) => boolean): Float64Array {
  const best = new Float64Array(worths.length).fill(Number.NEGATIVE_INFINITY)
  let bestOfTurn = -1
  for (const [index, passage] of passages.entries()) {
    if (!isWanted(passage)) continue
    if (passages[bestOfTurn]?.turn !== passage.turn) bestOfTurn = -1
    const worth = worths[index] ?? 0
    if (bestOfTurn >= 0 && worth <= (best[bestOfTurn] ?? 0)) continue
    if (bestOfTurn >= 0) best[bestOfTurn] = Number.NEGATIVE_INFINITY
    best[index] = worth
    bestOfTurn = index
  }
  return best
}

interface Placed {
  readonly partition: Partition
  readonly places: ReadonlyMap<string, number>
  readonly scores: Float64Array
}

/** The best passage of the assistant's turn that follows. */
function replyTo({ turn }: Passage, { partition, places, scores }: Placed): Passage | null {
  const next = partition.turns[(places.get(turn.id) ?? 0) + 1]
  if (next === undefined || !isAssistant(next.speaker)) return null
  let best: { readonly passage: Passage; readonly score: number } | null = null
  for (const [index, passage] of partition.passagesOf(next.id)) {
    const score = scores[index] ?? 0
    if (best === null || score > best.score) best = { passage, score }
  }
  return best?.passage ?? null
}

function toHit(
  passage: Passage,
  {
    question,
    partition,
    length,
    score,
  }: { readonly question: Question; readonly partition: Partition; readonly length: number; readonly score: number },
): readonly Hit[] {
  const [subject] = subjectsOf(passage, question)
  if (subject === undefined) return []
  const claim = clipText(passage.text, length)
  const signals = [{ name: 'timeline', value: score, weight: 1 }]
  return [{ subject, score, signals, claim, short: claim, deviation: null, quotes: sourcesOf(subject).map(partition.quote) }]
}
