import type { KeptLexicalIndex } from './lexical-index.ts'
import type { KeptBags } from './number-bags.ts'
import type { KeptPartition } from './partition.ts'
import { vectorsInCommon } from './passage-vectors.ts'
import type { KeptPostings } from './postings.ts'

/** What would have been kept of its first turns alone, but for vectors that are others where there are fewer turns. */
export function firstOfKept({ passages, places, lexical, vectors, similar }: KeptPartition, turns: number): KeptPartition {
  const counts = passages.counts.slice(0, turns)
  const count = counts.reduce((sum, own) => sum + own, 0)
  const bags = firstBags(lexical.bags, count)
  // Terms are numbered by where they stand first.
  const terms = bags.numbers.reduce((most, id) => Math.max(most, id + 1), 0)
  const dimensions = vectors.values.length / Math.max(1, vectors.scales.length)
  const standing = vectorsInCommon(vectors.ends.length, count)
  return {
    turns,
    passages: {
      counts,
      starts: passages.starts.slice(0, count),
      ends: passages.ends.slice(0, count),
      kinds: passages.kinds.slice(0, count),
      instructions: firstInstructions(passages.instructions, count),
    },
    places: { sessions: places.sessions.slice(0, count), characters: places.characters.slice(0, count) },
    lexical: {
      names: firstLines(lexical.names, terms),
      words: firstLines(lexical.words, terms),
      postings: firstPostings(lexical.postings, { terms, passages: count }),
      bags,
      lengths: lexical.lengths.slice(0, count),
    } satisfies KeptLexicalIndex,
    vectors: {
      values: vectors.values.slice(0, standing * dimensions),
      scales: vectors.scales.slice(0, standing),
      pieces: vectors.pieces.slice(0, vectors.ends[count - 1] ?? 0),
      ends: vectors.ends.slice(0, count),
    },
    similar: firstBags(similar, terms),
  }
}

function firstBags({ numbers, ends }: KeptBags, count: number): KeptBags {
  return { numbers: numbers.slice(0, ends[count - 1] ?? 0), ends: ends.slice(0, count) }
}

function firstLines(lines: string, count: number): string {
  return lines.split('\n').slice(0, count).join('\n')
}

/** Three numbers each, of which the first is the passage, rising. */
function firstInstructions(instructions: Uint32Array, passages: number): Uint32Array {
  let length = 0
  while (length < instructions.length && (instructions[length] ?? 0) < passages) length += 3
  return instructions.slice(0, length)
}

function firstPostings(
  { frequencies, passages, counts }: KeptPostings,
  first: { readonly terms: number; readonly passages: number },
): KeptPostings {
  const kept = {
    frequencies: new Int32Array(first.terms),
    passages: new Int32Array(passages.length),
    counts: new Uint16Array(passages.length),
  }
  let from = 0
  let to = 0
  for (let term = 0; term < first.terms; term++) {
    const end = from + (frequencies[term] ?? 0)
    const start = to
    for (let place = from; place < end && (passages[place] ?? 0) < first.passages; place++) {
      kept.passages[to] = passages[place] ?? 0
      kept.counts[to++] = counts[place] ?? 0
    }
    kept.frequencies[term] = to - start
    from = end
  }
  return { ...kept, passages: kept.passages.slice(0, to), counts: kept.counts.slice(0, to) }
}
