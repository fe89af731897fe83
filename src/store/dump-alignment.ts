import type { DumpEntry } from '../seams.ts'

/**
 * How a dump that is being restored, in one call or in many, lines up with its space. A mark says "the first n turns have been read", so it
 * holds in the space only where the first n turns of the dump are the first n of the space: so it is when the space was empty before, or held
 * the same log. A store keeps this between calls; a dump begins with a turn that follows anything else than a turn.
 */
export interface DumpAlignment {
  /** So many turns of the dump are the first turns of the space, in order. */
  readonly turns: number
  /** No turn of the dump has stood elsewhere so far. */
  readonly exact: boolean
  /** Something else than turns has come. */
  readonly pastTurns: boolean
  /** Turns that are in the space with other content: what the dump holds of them is about other words. */
  readonly conflicts: ReadonlySet<string>
}

const atStart: DumpAlignment = { turns: 0, exact: true, pastTurns: false, conflicts: new Set() }

export interface RestoredChunk {
  readonly entries: readonly DumpEntry[]
  readonly conflicts: readonly { readonly turnId: string }[]
  /** Ids of `count` turns of the space from place `from`, counted from 0, once the chunk's turns are in. */
  idsAt(from: number, count: number): readonly string[]
}

export function alignNext(previous: DumpAlignment | undefined, { entries, conflicts, idsAt }: RestoredChunk): DumpAlignment {
  const turnIds = entries.flatMap(entry => (entry.type === 'turn' ? [entry.turn.id] : []))
  // Two dumps in one call can't be told apart place by place: neither's marks are taken.
  const oneDump = !entries.some(({ type }, index) => type === 'turn' && index > 0 && entries[index - 1]?.type !== 'turn')
  const startsAnew = previous === undefined || (previous.pastTurns && turnIds.length > 0)
  const before = startsAnew ? atStart : previous
  const conflicting = new Set([...before.conflicts, ...conflicts.map(({ turnId }) => turnId)])
  const placed = before.exact ? idsAt(before.turns, turnIds.length) : []
  const mismatch = turnIds.findIndex((id, index) => placed[index] !== id || conflicting.has(id))
  return {
    turns: oneDump ? before.turns + (mismatch === -1 ? turnIds.length : mismatch) : 0,
    exact: before.exact && mismatch === -1 && oneDump,
    pastTurns: turnIds.length < entries.length || (before.pastTurns && turnIds.length === 0),
    conflicts: conflicting,
  }
}
