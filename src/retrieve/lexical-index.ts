import { type Column, stretchColumn } from './column.ts'
import { divided } from './divided.ts'
import { highestOf } from './highest-of.ts'
import { createNumberBags, type KeptBags } from './number-bags.ts'
import { createPostings, type KeptPostings } from './postings.ts'
import { createSparseSum, type SparseBuffer, type SparseScores, type SparseSum, sparseBuffer } from './sparse-scores.ts'
import type { ReadText } from './text-reader.ts'

/** Weight of a term that stands one or two passages away in the same session: talk spreads a fact over neighbouring turns. */
const nearWeight = 0.5
const farWeight = 0.35
const reach = 2
const linkBefore = (away: number): number => 1 << away
const linkAfter = (away: number): number => 1 << (reach + away)
/** A neighbour longer than this counts for less, in proportion: it would drown what it stands beside. In characters. */
const fullWeightLength = 80
/** More room than asked for, so that a growing space has not new arrays at each turn. */
const slack = 1.1
/** BM25's saturation and length normalisation, over passages and over whole sessions. */
const passageBm25 = { k1: 0.9, b: 0.4 }
const sessionBm25 = { k1: 1.2, b: 0.75 }

/**
 * BM25 over passages with their neighbours. Document frequencies come from single passages; the frequency of a term in a passage is its own
 * plus that of up to two passages on each side in the same session, weighed down by distance and by the neighbour's length.
 */
export interface LexicalIndex {
  readonly size: number
  readonly termCount: number
  /** Passages are added in log order; one of the same session number as the last stands beside it. */
  add(text: ReadText, session: number): void
  /** The sum over terms of weight x rarity x saturated frequency, for the passages that a term is in or near. It stands until the next search. */
  search(weights: ReadonlyMap<string, number>): SparseScores
  /** The same, added to what `search` found for other terms. It stands until it is asked for again, as does what it was added to. */
  searchOn(weights: ReadonlyMap<string, number>, begun: SparseScores): SparseScores
  /**
   * The same for groups of terms that count as one each: a passage's frequency is the sum of theirs by weight, and a group is as rare as its
   * terms are together. It stands until it is asked for again.
   */
  searchGroups(groups: Iterable<ReadonlyMap<string, number>>): SparseScores
  /** Plain BM25 of the session that a passage stands in, divided by the highest. */
  searchSessions(terms: Iterable<string>): Column
  /** ln(1 + (N - df + 0.5) / (df + 0.5)). */
  rarity(term: string): number
  /** The number of a term, which it keeps; `noId` for one that no passage has. */
  idOf(term: string): number
  /** In how many passages it stands. */
  frequency(term: string): number
  /** The same by its number. */
  frequencyOf(id: number): number
  /** Of the terms of some passages those that weigh most: the sum of passage's weight x rarity. Heaviest first, equal ones by name. */
  heaviestTerms(
    passages: ReadonlyMap<number, number>,
    options: { readonly most: number; readonly without: ReadonlySet<string> },
  ): HeavyTerms
  /** All terms in order of first appearance, from `start` on, each with the first word that it stood for. */
  vocabulary(start: number): readonly { readonly term: string; readonly word: string }[]
  keep(): KeptLexicalIndex & Pick<KeptPlaces, 'sessions'>
}

/** To begin with again. */
export interface KeptLexicalIndex {
  /** Of all terms, a line each, in order of first appearance. */
  readonly names: string
  /** The first word that each stood for; an empty line where it is the term itself. */
  readonly words: string
  readonly postings: KeptPostings
  readonly bags: KeptBags
  /** In terms, by passage. */
  readonly lengths: Uint32Array
}

/** What an index of passages begins with again, by passage. */
export interface KeptPlaces {
  readonly sessions: Uint32Array
  /** Of its text. */
  readonly characters: Uint32Array
}

export type HeavyTerms = readonly { readonly term: string; readonly weight: number }[]

export const noId = -1

const separator = '\n'

export function createLexicalIndex(kept: (KeptLexicalIndex & KeptPlaces) | null = null): LexicalIndex {
  const names = kept === null || kept.names === '' ? [] : kept.names.split(separator)
  const firstWords = kept === null || kept.names === '' ? [] : kept.words.split(separator)
  const ids = new Map<string, number>()
  const postings = createPostings(kept?.postings)
  const bags = createNumberBags(kept?.bags)
  const sessions: number[] = []
  /** Which neighbours of a passage are of its session, a bit each. */
  const links: number[] = []
  const lengths: number[] = []
  const weights: number[] = []
  let windowed: Float64Array | null = null
  let bySession: SessionLengths | null = null

  for (let id = 0; id < names.length; id++) ids.set(names[id] ?? '', id)
  for (let passage = 0; passage < (kept?.lengths.length ?? 0); passage++) {
    addPassage(kept?.sessions[passage] ?? 0, { length: kept?.lengths[passage] ?? 0, characters: kept?.characters[passage] ?? 0 })
  }

  function add(text: ReadText, session: number): void {
    const passage = lengths.length
    const own: number[] = []
    let length = 0
    for (const { word, term } of text.words) {
      if (term === null) continue
      length++
      const id = ids.get(term)
      if (id === undefined) {
        ids.set(term, names.length)
        own.push(names.length)
        names.push(term)
        firstWords.push(word === term ? '' : word)
        postings.addTerm(passage)
      } else if (postings.add(id, passage)) own.push(id)
    }
    bags.add(own)
    addPassage(session, { length, characters: text.length })
  }

  function addPassage(session: number, { length, characters }: { readonly length: number; readonly characters: number }): void {
    const passage = lengths.length
    sessions.push(session)
    links.push(0)
    for (let away = 1; away <= reach && sessions[passage - away] === session; away++) {
      links[passage] = (links[passage] ?? 0) | linkBefore(away)
      links[passage - away] = (links[passage - away] ?? 0) | linkAfter(away)
    }
    lengths.push(length)
    weights.push(nearShare(characters))
    windowed = null
    bySession = null
  }

  /** Adds `amount` of a passage to it and to those it is a neighbour of. Written out: half of a search is spent here. */
  function spread(passage: number, amount: number, into: Float64Array): void {
    const link = links[passage] ?? 0
    const outside = amount * (weights[passage] ?? 0)
    const near = nearWeight * outside
    const far = farWeight * outside
    into[passage] = (into[passage] ?? 0) + amount
    if ((link & linkBefore(1)) !== 0) into[passage - 1] = (into[passage - 1] ?? 0) + near
    if ((link & linkBefore(2)) !== 0) into[passage - 2] = (into[passage - 2] ?? 0) + far
    if ((link & linkAfter(1)) !== 0) into[passage + 1] = (into[passage + 1] ?? 0) + near
    if ((link & linkAfter(2)) !== 0) into[passage + 2] = (into[passage + 2] ?? 0) + far
  }

  // All zeros between searches: fresh arrays for each term of each question would keep the garbage collector busy.
  let arrays = makeScratch(0)
  let weightsOf = new Float64Array(0)

  function scratch(): Scratch {
    // With room to grow: a space that is told something between any two questions would else have new ones at each.
    if (arrays.room < lengths.length) arrays = makeScratch(Math.ceil(lengths.length * slack))
    return arrays
  }

  /** By passage: what BM25 adds to a frequency below the line, for the length of the passage and its neighbours. */
  function windowedNorms(): Float64Array {
    if (windowed === null) {
      const all = new Float64Array(lengths.length)
      for (let passage = 0; passage < all.length; passage++) spread(passage, lengths[passage] ?? 0, all)
      const { mean } = withMean(all)
      const { k1, b } = passageBm25
      for (let passage = 0; passage < all.length; passage++) all[passage] = k1 * (1 - b + (b * (all[passage] ?? 0)) / mean)
      windowed = all
    }
    return windowed
  }

  function sessionLengths(): SessionLengths {
    if (bySession === null) {
      const all = new Float64Array((sessions.at(-1) ?? -1) + 1)
      const starts = new Int32Array(all.length + 1)
      for (let passage = 0; passage < lengths.length; passage++) {
        const length = lengths[passage] ?? 0
        const session = sessions[passage] ?? 0
        all[session] = (all[session] ?? 0) + length
        starts[session + 1] = passage + 1
      }
      // A number that no passage has is an empty session.
      for (let session = 0; session < all.length; session++) starts[session + 1] = Math.max(starts[session] ?? 0, starts[session + 1] ?? 0)
      bySession = { ...withMean(all), starts }
    }
    return bySession
  }

  const idOf = (term: string): number => ids.get(term) ?? noId
  const frequencyOf = (id: number): number => (id === noId ? 0 : postings.frequency(id))
  const frequency = (term: string): number => frequencyOf(idOf(term))
  const rarity = (term: string): number => rarityOf(frequency(term), lengths.length)

  function search(asked: ReadonlyMap<string, number>): SparseScores {
    addTerms(asked)
    const { sum, found } = scratch()
    return sum.take(found)
  }

  function searchOn(asked: ReadonlyMap<string, number>, { passages, values }: SparseScores): SparseScores {
    const { sum, foundOn } = scratch()
    for (let place = 0; place < passages.length; place++) sum.add(passages[place] ?? 0, values[place] ?? 0)
    addTerms(asked)
    return sum.take(foundOn)
  }

  function addTerms(asked: ReadonlyMap<string, number>): void {
    const { frequencies } = scratch()
    const { passages, counts } = postings
    for (const [term, weight] of asked) {
      const id = ids.get(term)
      if (id === undefined) continue
      const start = postings.start(id)
      const end = start + postings.frequency(id)
      for (let place = start; place < end; place++) spread(passages[place] ?? 0, counts[place] ?? 0, frequencies)
      drain(passages.subarray(start, end), weight * rarityOf(end - start, lengths.length))
    }
  }

  function searchGroups(groups: Iterable<ReadonlyMap<string, number>>): SparseScores {
    for (const group of groups) addGroup(group)
    const { sum, foundGroups } = scratch()
    return sum.take(foundGroups)
  }

  function addGroup(asked: ReadonlyMap<string, number>): void {
    const { group, together, frequencies } = scratch()
    const { passages, counts } = postings
    for (const [term, weight] of asked) {
      const id = ids.get(term)
      if (id === undefined) continue
      const start = postings.start(id)
      const end = start + postings.frequency(id)
      for (let place = start; place < end; place++) group.add(passages[place] ?? 0, weight * (counts[place] ?? 0))
    }
    const holding = group.take(together)
    for (let place = 0; place < holding.passages.length; place++) {
      spread(holding.passages[place] ?? 0, holding.values[place] ?? 0, frequencies)
    }
    drain(holding.passages, rarityOf(holding.passages.length, lengths.length))
  }

  /** Turns the frequencies around these passages, in rising order, into scores, and leaves them at zero. */
  function drain(passages: Int32Array, factor: number): void {
    const { frequencies, sum } = scratch()
    const norms = windowedNorms()
    const { k1 } = passageBm25
    const end = lengths.length - 1
    let next = 0
    for (let place = 0; place < passages.length; place++) {
      const passage = passages[place] ?? 0
      const last = Math.min(passage + reach, end)
      for (let near = Math.max(next, passage - reach); near <= last; near++) {
        const amount = frequencies[near] ?? 0
        if (amount > 0) {
          sum.add(near, factor * ((amount * (k1 + 1)) / (amount + (norms[near] ?? 0))))
          frequencies[near] = 0
        }
      }
      next = last + 1
    }
  }

  function searchSessions(asked: Iterable<string>): Column {
    const { of: long, mean, starts } = sessionLengths()
    const { k1, b } = sessionBm25
    const scores = new Float64Array(long.length)
    const inSession = new Float64Array(long.length)
    const { passages, counts } = postings
    for (const term of new Set(asked)) {
      const id = ids.get(term)
      if (id === undefined) continue
      inSession.fill(0)
      let holding = 0
      const start = postings.start(id)
      const end = start + postings.frequency(id)
      for (let place = start; place < end; place++) {
        const session = sessions[passages[place] ?? 0] ?? 0
        if (inSession[session] === 0) holding++
        inSession[session] = (inSession[session] ?? 0) + (counts[place] ?? 0)
      }
      const rare = rarityOf(holding, long.length)
      for (let session = 0; session < inSession.length; session++) {
        const count = inSession[session] ?? 0
        if (count === 0) continue
        scores[session] = (scores[session] ?? 0) + (rare * count * (k1 + 1)) / (count + k1 * (1 - b + (b * (long[session] ?? 0)) / mean))
      }
    }
    const highest = highestOf(scores)
    const values = highest === 0 ? scores : divided(scores, highest)
    return stretchColumn(values, starts, passage => sessions[passage] ?? 0)
  }

  function heaviestTerms(
    passages: ReadonlyMap<number, number>,
    { most, without }: { readonly most: number; readonly without: ReadonlySet<string> },
  ): HeavyTerms {
    // All zeros between calls, as a table of hashed numbers would cost several times as much.
    if (weightsOf.length < names.length) weightsOf = new Float64Array(Math.ceil(names.length * slack))
    const seen: number[] = []
    for (const [passage, weight] of passages) {
      const bag = bags.of(passage)
      for (let place = 0; place < bag.length; place++) {
        const id = bag[place] ?? 0
        const before = weightsOf[id] ?? 0
        if (before === 0) seen.push(id)
        weightsOf[id] = before + weight * rarityOf(frequencyOf(id), lengths.length)
      }
    }
    // Kept in order by moving the lighter ones on: they are few.
    const heaviest: number[] = []
    for (const id of seen) {
      const weight = weightsOf[id] ?? 0
      if (heaviest.length === most && weight < (weightsOf[heaviest[most - 1] ?? 0] ?? 0)) continue
      const term = names[id] ?? ''
      if (without.has(term)) continue
      const isBefore = (other: number): boolean => {
        const others = weightsOf[other] ?? 0
        return others > weight || (others === weight && (names[other] ?? '') < term)
      }
      let place = Math.min(heaviest.length, most - 1)
      const last = heaviest[place]
      if (last !== undefined && isBefore(last)) continue
      for (; place > 0; place--) {
        const before = heaviest[place - 1]
        if (before === undefined || isBefore(before)) break
        heaviest[place] = before
      }
      heaviest[place] = id
    }
    const terms = heaviest.map(id => ({ term: names[id] ?? '', weight: weightsOf[id] ?? 0 }))
    for (const id of seen) weightsOf[id] = 0
    return terms
  }

  return {
    get size() {
      return lengths.length
    },
    get termCount() {
      return names.length
    },
    add,
    search,
    searchOn,
    searchGroups,
    searchSessions,
    rarity,
    idOf,
    frequency,
    frequencyOf,
    heaviestTerms,
    vocabulary: start => names.slice(start).map((term, index) => ({ term, word: firstWords[start + index] || term })),
    keep: () => ({
      names: names.join(separator),
      words: firstWords.join(separator),
      postings: postings.keep(),
      bags: bags.keep(),
      lengths: Uint32Array.from(lengths),
      sessions: Uint32Array.from(sessions),
    }),
  }
}

interface Lengths {
  readonly of: Float64Array
  readonly mean: number
}

interface SessionLengths extends Lengths {
  /** The first passage of each, and the number of all passages. */
  readonly starts: Int32Array
}

interface Scratch {
  /** For so many passages. */
  readonly room: number
  readonly frequencies: Float64Array
  readonly group: SparseSum
  readonly together: SparseBuffer
  readonly sum: SparseSum
  readonly found: SparseBuffer
  readonly foundOn: SparseBuffer
  readonly foundGroups: SparseBuffer
}

function makeScratch(room: number): Scratch {
  return {
    room,
    frequencies: new Float64Array(room),
    group: createSparseSum(room),
    together: sparseBuffer(room),
    sum: createSparseSum(room),
    found: sparseBuffer(room),
    foundOn: sparseBuffer(room),
    foundGroups: sparseBuffer(room),
  }
}

function withMean(of: Float64Array): Lengths {
  let sum = 0
  // By index: an iterator would make an object for each.
  for (let index = 0; index < of.length; index++) sum += of[index] ?? 0
  return { of, mean: Math.max(sum / Math.max(1, of.length), 1e-9) }
}

/** ln(1 + (N - df + 0.5) / (df + 0.5)), BM25's. */
export function rarityOf(frequency: number, size: number): number {
  return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5))
}

/** How much of a passage of so many characters counts for those beside it. */
export function nearShare(length: number): number {
  return Math.min(1, fullWeightLength / Math.max(1, length))
}
