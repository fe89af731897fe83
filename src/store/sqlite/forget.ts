import type { Scope, Span } from '../../domain.ts'
import type { ForgetReceipt, Selection } from '../../seams.ts'
import { contextReach } from '../context-reach.ts'
import { overlapping } from '../overlapping.ts'
import { notFound } from '../store-errors.ts'
import { beforeTime } from '../turn-times.ts'
import type { SpaceRow } from './spaces.ts'
import type { Tables } from './tables.ts'
import { unlimited } from './turns.ts'

type Forget = (scope: Scope, selection: Selection, options: { readonly dryRun: boolean }) => ForgetReceipt

/** Inside a transaction; afterwards the file is still to be purged. */
export function createForget({ spaces, turns, marks, memories, vectors, withheld, leases, deadLetters, indexes }: Tables): Forget {
  interface Plan {
    /** Of the turns, in log order. */
    readonly sequences: readonly number[]
    /** With the sequences of their turns. */
    readonly memories: ReadonlyMap<string, number>
    readonly words: readonly Span[]
  }

  function planTurns(space: SpaceRow, sequences: readonly number[]): Plan {
    const leaning = sequences.flatMap(sequence => memories.on(space, sequence))
    return { sequences, memories: new Map(leaning.map(({ memory, sequence }) => [memory.id, sequence])), words: [] }
  }

  function planMemories(space: SpaceRow, ids: readonly string[]): Plan {
    const chosen = lookUp('memory', ids, id => memories.get(space, id))
    const words = chosen.flatMap(({ sources }) => sources)
    const turnIds = new Set([...chosen.map(({ turnId }) => turnId), ...words.map(({ turnId }) => turnId)])
    const near = [...turnIds].flatMap(id => memories.on(space, turns.sequenceOf(space, id) ?? 0))
    const chosenIds = new Set(ids)
    const gone = near.filter(({ memory }) => chosenIds.has(memory.id) || overlapping(memory.sources, words))
    return { sequences: [], memories: new Map(gone.map(({ memory, sequence }) => [memory.id, sequence])), words }
  }

  function turnsBefore(space: SpaceRow, limit: string): readonly number[] {
    const isBefore = beforeTime(limit)
    return turns.after(space, 0, unlimited).flatMap(({ sequence, turn }) => (isBefore(turn.at) ? [sequence] : []))
  }

  function plan(space: SpaceRow, selection: Selection): Plan {
    switch (selection.type) {
      case 'turns':
        return planTurns(
          space,
          lookUp('turn', selection.ids, id => turns.sequenceOf(space, id)),
        )
      case 'before':
        return planTurns(space, turnsBefore(space, selection.at))
      case 'memories':
        return planMemories(space, selection.ids)
      case 'all':
        return planTurns(
          space,
          turns.after(space, 0, unlimited).map(({ sequence }) => sequence),
        )
    }
  }

  /** The turns that had one of these in their context. */
  function following(space: SpaceRow, sequences: readonly number[]): readonly number[] {
    const gone = new Set(sequences)
    // Of a run of neighbours the last one's followers are those that stay.
    const lasts = sequences.filter(sequence => !gone.has(sequence + 1))
    return lasts.flatMap(sequence => turns.after(space, sequence, contextReach).map(logged => logged.sequence))
  }

  /** Dead letters whose reasons may quote what is taken away. */
  function readAgain(space: SpaceRow, sequence: number): void {
    for (const family of deadLetters.of(space, sequence)) {
      deadLetters.remove(space, sequence, family)
      marks.scheduleReadingBy(space, sequence, family)
    }
  }

  function carryOut(space: SpaceRow, { sequences, memories: gone, words }: Plan): void {
    const wordsIn = new Set(words.map(({ turnId }) => turns.sequenceOf(space, turnId) ?? 0))
    const near = new Set([...gone.values(), ...wordsIn, ...following(space, [...sequences, ...wordsIn])])
    if (sequences.length > 0) marks.scheduleReading(space, near)
    for (const sequence of near) readAgain(space, sequence)
    leases.revoke(space)
    for (const id of gone.keys()) memories.remove(space, id)
    for (const sequence of sequences) turns.remove(space, sequence)
    for (const span of words) withheld.add(space, turns.sequenceOf(space, span.turnId) ?? 0, span)
    indexes.remove(space)
    space.resetRevision = ++space.revision
    spaces.save(space)
  }

  return (scope, selection, { dryRun }) => {
    const space = spaces.findOrThrow(scope)
    const planned = plan(space, selection)
    const receipt = {
      turns: planned.sequences.length,
      memories: planned.memories.size,
      vectors: sum([...planned.memories.keys()].map(id => vectors.countOf(space, id))),
      derived: 0,
      jobs: sum(planned.sequences.map(sequence => marks.countScheduled(space, sequence) + deadLetters.of(space, sequence).length)),
    }
    if (dryRun) return receipt
    // A space of the same name that is made anew must meet no revision that a reader has seen of this one, and no fence of a holder.
    if (selection.type === 'all') spaces.remove(space, Math.max(space.revision, leases.highestFence(space)) + 1)
    else if (receipt.turns + receipt.memories > 0) carryOut(space, planned)
    return receipt
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

function lookUp<Found>(what: 'turn' | 'memory', ids: readonly string[], find: (id: string) => Found | null): readonly Found[] {
  const found = new Map([...new Set(ids)].map(id => [id, find(id)]))
  const missing = [...found].flatMap(([id, thing]) => (thing === null ? [id] : []))
  if (missing.length > 0) throw notFound(what, missing)
  return [...found.values()].filter(thing => thing !== null)
}
