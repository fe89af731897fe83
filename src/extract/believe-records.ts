import type { Memory, Turn } from '../domain.ts'
import { memoryText } from '../lib/memory-text.ts'
import { terms } from '../lib/terms.ts'
import type { CitedClaim, Verifier } from '../seams.ts'
import { checkRecord, type ReadTurn } from './check-record.ts'
import type { ToldRecord } from './told-record.ts'

/** A record that a model told and that is not believed. */
export interface Refusal {
  readonly turnId: string
  readonly claim: string
  readonly reason: string
}

interface BelieveOptions {
  readonly writtenBy: string
  readonly verifier: Verifier
  readonly onRefusal: (refusal: Refusal) => void
  readonly signal?: AbortSignal | undefined
}

/** The records that hold: their words stand in the turn and support them. Each once, in order; every other one is reported. */
export async function believeRecords(
  told: readonly { readonly record: ToldRecord; readonly read: ReadTurn }[],
  { writtenBy, verifier, onRefusal, signal }: BelieveOptions,
): Promise<readonly Memory[]> {
  const checked = told.flatMap(({ record, read }) => {
    const { memory, refused } = checkRecord(record, read, writtenBy)
    if (memory !== null) return [{ memory, read }]
    onRefusal({ turnId: read.turn.id, claim: record.claim, reason: refused })
    return []
  })
  if (checked.length === 0) return []
  const supports = await verifier.verify(
    checked.map(({ memory, read }) => claimOf(memory, read)),
    { signal },
  )
  const believed = new Map<string, Memory>()
  for (const [index, { memory, read }] of checked.entries()) {
    const support = supports[index]
    if (support === undefined || support.verdict === 'unsupported') {
      onRefusal({ turnId: read.turn.id, claim: memoryText(memory.body), reason: support?.faults.join('; ') ?? 'it was not checked' })
    } else believed.set(memory.id, memory)
  }
  return [...believed.values()]
}

function claimOf({ body }: Memory, { turn, before }: ReadTurn): CitedClaim {
  const turns = [...before, turn]
  const holding = turns.map(({ text }) => new Set(terms(text)))
  return {
    question: '',
    sentence: memoryText(body),
    speakers: [...new Set(turns.map(({ speaker }: Turn) => speaker))],
    cited: [turn],
    near: before,
    turnsWith: stem => holding.filter(stems => stems.has(stem)).length,
    turns: turns.length,
  }
}
