import { terms } from '../lib/terms.ts'

/** Weight of a term that stands one or two passages away in the same session: talk spreads a fact over neighbouring turns. */
const neighbourWeights = [0.5, 0.35] as const
/** A neighbour longer than this counts for less, in proportion: it would drown what it stands beside. In characters. */
const fullWeightLength = 80
/** BM25, chosen on LoCoMo's development conversations. */
const k1 = 0.9
const b = 0.4

/**
 * BM25 over passages with their neighbours. Document frequencies come from single passages; the frequency of a term in a passage is its own
 * plus that of up to two passages on each side in the same session, weighed down by distance and by the neighbour's length.
 */
export interface LexicalIndex {
  readonly size: number
  /** Passages are added in log order; one of the same session number as the last stands beside it. */
  add(text: string, session: number): void
  /** Unnormalised scores by passage number, 0 where no term of the question is in or near it. The array is the caller's. */
  search(question: readonly string[]): Float64Array
  /** How rare a term is here: ln(1 + (N - df + 0.5) / (df + 0.5)). */
  rarity(term: string): number
}

interface Posting {
  readonly passages: number[]
  readonly counts: number[]
}

export function createLexicalIndex(): LexicalIndex {
  const postings = new Map<string, Posting>()
  const sessions: number[] = []
  const lengths: number[] = []
  const weights: number[] = []
  let windowed: { readonly lengths: Float64Array; readonly mean: number } | null = null

  function add(text: string, session: number): void {
    const passage = lengths.length
    const found = terms(text)
    const counts = new Map<string, number>()
    for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts) {
      let posting = postings.get(term)
      if (posting === undefined) {
        posting = { passages: [], counts: [] }
        postings.set(term, posting)
      }
      posting.passages.push(passage)
      posting.counts.push(count)
    }
    sessions.push(session)
    lengths.push(found.length)
    weights.push(Math.min(1, fullWeightLength / Math.max(1, text.length)))
    windowed = null
  }

  /** Adds `amount` of a passage to it and to those it is a neighbour of. */
  function spread(passage: number, amount: number, into: Float64Array): void {
    const session = sessions[passage]
    const outside = amount * (weights[passage] ?? 0)
    into[passage] = (into[passage] ?? 0) + amount
    for (const [step, weight] of neighbourWeights.entries()) {
      const before = passage - step - 1
      const after = passage + step + 1
      if (sessions[before] === session) into[before] = (into[before] ?? 0) + weight * outside
      if (sessions[after] === session) into[after] = (into[after] ?? 0) + weight * outside
    }
  }

  function windowedLengths(): { readonly lengths: Float64Array; readonly mean: number } {
    if (windowed !== null) return windowed
    const spreadLengths = new Float64Array(lengths.length)
    for (const [passage, length] of lengths.entries()) spread(passage, length, spreadLengths)
    let sum = 0
    for (const length of spreadLengths) sum += length
    windowed = { lengths: spreadLengths, mean: Math.max(sum / Math.max(1, lengths.length), 1e-9) }
    return windowed
  }

  function rarity(term: string): number {
    const frequency = postings.get(term)?.passages.length ?? 0
    return Math.log(1 + (lengths.length - frequency + 0.5) / (frequency + 0.5))
  }

  function search(question: readonly string[]): Float64Array {
    const scores = new Float64Array(lengths.length)
    const { lengths: long, mean } = windowedLengths()
    const frequencies = new Float64Array(lengths.length)
    for (const term of new Set(question)) {
      const posting = postings.get(term)
      if (posting === undefined) continue
      const rare = rarity(term)
      for (const [index, passage] of posting.passages.entries()) spread(passage, posting.counts[index] ?? 0, frequencies)
      const reach = neighbourWeights.length
      let done = -1
      for (const passage of posting.passages) {
        for (let near = Math.max(done + 1, passage - reach); near <= passage + reach && near < frequencies.length; near++) {
          const frequency = frequencies[near] ?? 0
          if (frequency > 0) {
            const saturated = (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * (long[near] ?? 0)) / mean))
            scores[near] = (scores[near] ?? 0) + rare * saturated
            frequencies[near] = 0
          }
          done = near
        }
      }
    }
    return scores
  }

  return {
    get size() {
      return lengths.length
    },
    add,
    search,
    rarity,
  }
}
