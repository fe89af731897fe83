import type { Turn } from '../domain.ts'
import type { AppendReceipt, DumpEntry } from '../seams.ts'

/**
 * What a store has seen so far of a dump that is being restored, in one call or in many. A mark says "the first n turns have been read", which
 * is true of the space only where the first n turns of the dump are the first n of the space: so it is when the space was empty before, or
 * held the same log. A dump begins with a turn that follows anything else than a turn. After a restart the beginning is not known any more, and
 * marks that rest on it are not taken: their writers read again.
 */
export interface DumpProgress {
  /** In the order of the dump. */
  readonly turnIds: readonly string[]
  /** Something else than turns has come. */
  readonly pastTurns: boolean
  /** Turns that are in the space with other content: what the dump holds of them is about other words. */
  readonly conflicts: ReadonlySet<string>
}

/** Appends the turns among a dump's entries; conflicts have the places of their entries. */
export function appendDumped(
  entries: readonly DumpEntry[],
  previous: DumpProgress | undefined,
  append: (turns: readonly Turn[]) => AppendReceipt,
): { readonly receipt: AppendReceipt; readonly progress: DumpProgress } {
  const told = entries.flatMap((entry, index) => (entry.type === 'turn' ? [{ turn: entry.turn, index }] : []))
  const appended = append(told.map(({ turn }) => turn))
  const conflicts = appended.conflicts.map(({ index, turnId }) => ({ index: told[index]?.index ?? index, turnId }))
  return { receipt: { ...appended, conflicts }, progress: followDump(previous, { entries, conflicts }) }
}

function followDump(
  previous: DumpProgress | undefined,
  { entries, conflicts }: { readonly entries: readonly DumpEntry[]; readonly conflicts: readonly { readonly turnId: string }[] },
): DumpProgress {
  let turnIds = [...(previous?.turnIds ?? [])]
  let pastTurns = previous?.pastTurns ?? false
  let conflicting = new Set(previous?.conflicts)
  for (const entry of entries) {
    if (entry.type !== 'turn') pastTurns = true
    else if (pastTurns) {
      turnIds = [entry.turn.id]
      pastTurns = false
      conflicting = new Set()
    } else turnIds.push(entry.turn.id)
  }
  for (const { turnId } of conflicts) conflicting.add(turnId)
  return { turnIds, pastTurns, conflicts: conflicting }
}

/** Whether the first `count` turns of the dump are those of the space, whose first ids are given. */
export function holdsMark({ turnIds, conflicts }: DumpProgress, count: number, firstIds: readonly string[]): boolean {
  const read = turnIds.slice(0, count)
  return read.length === count && read.every((id, place) => id === firstIds[place] && !conflicts.has(id))
}
