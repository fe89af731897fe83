import { withRoom } from '../lib/with-room.ts'

/**
 * For each term the passages that hold it, rising, and how often each does. They lie in two arrays for all terms: two of its own for each term would
 * take three times the memory, and could not be read back at once.
 */
export interface Postings {
  /** Terms are numbered from 0. */
  readonly terms: number
  /** A further term, which stands in this passage. */
  addTerm(passage: number): void
  /** The term stands once more, in the last passage or a later one. Whether it is the first time in this passage. */
  add(term: number, passage: number): boolean
  /** In how many passages it stands. */
  frequency(term: number): number
  /** Where its passages begin. */
  start(term: number): number
  /** Both stand until something is added. */
  readonly passages: Int32Array
  readonly counts: Uint16Array
  keep(): KeptPostings
}

/** To begin with again. */
export interface KeptPostings {
  /** By term. */
  readonly frequencies: Int32Array
  /** Of all terms, one after the other. */
  readonly passages: Int32Array
  readonly counts: Uint16Array
}

/** Only a caption without end repeats a word so often: it counts for no more. */
const mostCounted = 0xffff

const none: KeptPostings = { frequencies: new Int32Array(), passages: new Int32Array(), counts: new Uint16Array() }

export function createPostings({
  frequencies: keptFrequencies,
  passages: keptPassages,
  counts: keptCounts,
}: KeptPostings = none): Postings {
  let terms = keptFrequencies.length
  let frequencies = keptFrequencies.slice()
  // Room for a term's passages: one at first, as most terms stay in one; then twice as many each time.
  let rooms = keptFrequencies.slice()
  let starts = startsOf(keptFrequencies)
  let passages = keptPassages.slice()
  let counts = keptCounts.slice()
  let used = keptPassages.length
  /** Where rooms of 2 ** n passages were left. */
  const free: number[][] = []

  function roomOf(exponent: number): number {
    const left = free[exponent]?.pop()
    if (left !== undefined) return left
    const start = used
    used += 1 << exponent
    passages = withRoom(passages, used, length => new Int32Array(length))
    counts = withRoom(counts, used, length => new Uint16Array(length))
    return start
  }

  function move(term: number): void {
    const room = rooms[term] ?? 0
    const from = starts[term] ?? 0
    // The least power of two above.
    const exponent = 32 - Math.clz32(room)
    const to = roomOf(exponent)
    passages.copyWithin(to, from, from + room)
    counts.copyWithin(to, from, from + room)
    starts[term] = to
    rooms[term] = 1 << exponent
    if (room === 1 << (exponent - 1)) leave(from, exponent - 1)
  }

  function leave(start: number, exponent: number): void {
    const left = free[exponent]
    if (left === undefined) {
      while (free.length < exponent) free.push([])
      free[exponent] = [start]
    } else left.push(start)
  }

  return {
    get terms() {
      return terms
    },
    addTerm(passage) {
      const start = roomOf(0)
      const term = terms++
      frequencies = withRoom(frequencies, terms, length => new Int32Array(length))
      rooms = withRoom(rooms, terms, length => new Int32Array(length))
      starts = withRoom(starts, terms, length => new Int32Array(length))
      frequencies[term] = 1
      rooms[term] = 1
      starts[term] = start
      passages[start] = passage
      counts[start] = 1
    },
    add(term, passage) {
      const frequency = frequencies[term] ?? 0
      const last = (starts[term] ?? 0) + frequency - 1
      if (passages[last] === passage) {
        counts[last] = Math.min(mostCounted, (counts[last] ?? 0) + 1)
        return false
      }
      if (frequency === rooms[term]) move(term)
      const place = (starts[term] ?? 0) + frequency
      passages[place] = passage
      counts[place] = 1
      frequencies[term] = frequency + 1
      return true
    },
    frequency: term => frequencies[term] ?? 0,
    start: term => starts[term] ?? 0,
    get passages() {
      return passages
    },
    get counts() {
      return counts
    },
    keep() {
      let length = 0
      for (let term = 0; term < terms; term++) length += frequencies[term] ?? 0
      const kept = { frequencies: frequencies.slice(0, terms), passages: new Int32Array(length), counts: new Uint16Array(length) }
      let to = 0
      for (let term = 0; term < terms; term++) {
        const from = starts[term] ?? 0
        const end = from + (frequencies[term] ?? 0)
        for (let place = from; place < end; place++) {
          kept.passages[to] = passages[place] ?? 0
          kept.counts[to++] = counts[place] ?? 0
        }
      }
      return kept
    },
  }
}

function startsOf(frequencies: Int32Array): Int32Array {
  const starts = new Int32Array(frequencies.length)
  let start = 0
  for (let term = 0; term < starts.length; term++) {
    starts[term] = start
    start += frequencies[term] ?? 0
  }
  return starts
}
