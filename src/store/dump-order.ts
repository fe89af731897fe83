import { type Memory, memoryKinds, type Span } from '../domain.ts'
import type { DumpEntry } from '../seams.ts'

type Entry<Type extends DumpEntry['type']> = Extract<DumpEntry, { readonly type: Type }>

export interface DumpContent {
  readonly turns: readonly Entry<'turn'>[]
  readonly memories: readonly Memory[]
  readonly withheld: readonly Span[]
  readonly vectors: readonly Entry<'vector'>[]
  readonly dead: readonly Entry<'dead'>[]
  readonly marks: readonly Entry<'mark'>[]
}

/**
 * The entries in the one order that depends on nothing but their content: turns as logged; memories by the place of their turn, kind, start of
 * their first span and id; withheld spans by place; vectors by memory, then embedder; dead letters by turn and family; marks by writer. Text in code unit order.
 */
export function inDumpOrder({ turns, memories, withheld, vectors, dead, marks }: DumpContent): readonly DumpEntry[] {
  const places = new Map(turns.map(({ turn }, place) => [turn.id, place]))
  const placeOf = (turnId: string): number => places.get(turnId) ?? turns.length
  const memoryKeys = ({ turnId, body, sources, id }: Memory) => [
    placeOf(turnId),
    memoryKinds.indexOf(body.kind),
    sources[0]?.start ?? 0,
    id,
  ]
  const spanKeys = ({ turnId, attachment, start, end }: Span) => [placeOf(turnId), attachment ?? -1, start, end]
  return [
    ...turns,
    ...sortedBy(memories, memoryKeys).map(memory => ({ type: 'memory', memory }) as const),
    ...sortedBy(withheld, spanKeys).map(span => ({ type: 'withheld', span }) as const),
    ...sortedBy(vectors, ({ memoryId, embedder }) => [memoryId, embedder]),
    ...sortedBy(dead, ({ turnId, family }) => [placeOf(turnId), family]),
    ...sortedBy(marks, ({ writer }) => [writer]),
  ]
}

type SortKeys = readonly (number | string)[]

/** Text in code unit order, as everywhere here: no locale has a say. */
export function sortedBy<Item>(items: readonly Item[], keysOf: (item: Item) => SortKeys): readonly Item[] {
  return items
    .map(item => ({ item, keys: keysOf(item) }))
    .sort((a, b) => compareKeys(a.keys, b.keys))
    .map(({ item }) => item)
}

function compareKeys(a: SortKeys, b: SortKeys): number {
  for (const [index, key] of a.entries()) {
    const other = b[index]
    if (other === undefined || key === other) continue
    return key < other ? -1 : 1
  }
  return 0
}
