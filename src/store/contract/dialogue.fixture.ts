import type { Memory, MemoryKind, Scope, Span, Turn } from '../../domain.ts'
import type { Changes, DumpEntry, LogBatch, Store } from '../../seams.ts'

/** Opens an empty store. */
export type OpenStore = () => Promise<Store>

export const scope: Scope = { tenant: 'harbour', space: 'logbook' }

export function turnOf(id: string, changes: Partial<Turn> = {}): Turn {
  return { id, session: 's1', speaker: 'Ines', text: `The heron of ${id} stood on the jetty.`, at: null, attachments: [], ...changes }
}

/** 'a1' .. 'a<count>'. */
export const turnsOf = (count: number, prefix = 'a'): readonly Turn[] =>
  Array.from({ length: count }, (_, index) => turnOf(`${prefix}${index + 1}`))

export const spanOf = (turnId: string, start = 4, end = 9): Span => ({ turnId, attachment: null, start, end })

export interface MemoryChanges {
  readonly kind?: MemoryKind
  readonly words?: string
  readonly sources?: readonly Span[]
  readonly writtenBy?: string
}

export function memoryOf(id: string, turnId: string, changes: MemoryChanges = {}): Memory {
  const { kind = 'semantic', words = `A heron, as ${turnId} says (${id})`, sources = [spanOf(turnId)], writtenBy = 'rule/1' } = changes
  const bodies = {
    episodic: { kind: 'episodic', title: 'Heron', summary: words },
    semantic: { kind: 'semantic', fact: words },
    procedural: { kind: 'procedural', title: 'Heron', steps: [words] },
  } as const
  return { id, body: bodies[kind], speaker: 'Ines', anchor: null, at: null, valid: { from: null, to: null }, turnId, sources, writtenBy }
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

export const dumpOf = (store: Store, where: Scope = scope): Promise<readonly DumpEntry[]> => collect(store.dump(where))

export interface Reading {
  readonly where?: Scope
  readonly writer?: string
  readonly context?: number
  /** What the writer draws from a turn: by default one record, 'm-<turn>'. */
  readonly draw?: (turn: Turn, before: readonly Turn[]) => readonly Memory[]
  /** The turns that it gives up, and the lease that it works under. */
  readonly dead?: readonly string[]
  readonly fence?: number | null
}

const drawOne =
  (writer: string) =>
  ({ id }: Turn): readonly Memory[] => [memoryOf(`m-${id}`, id, { writtenBy: writer })]

/** Lets a writer read all it has not read. Returns the ids of the turns it read, in order. */
export async function read(
  store: Store,
  { where = scope, writer = 'rule/1', context = 3, draw = drawOne(writer), dead = [], fence = null }: Reading = {},
): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const batch of store.unread(where, { id: writer, context })) {
    ids.push(...batch.turns.map(({ turn }) => turn.id))
    await putBatch(store, batch, { where, writer, draw, dead, fence })
  }
  return ids
}

export async function putBatch(
  store: Store,
  { turns, upTo, revision }: LogBatch,
  { where = scope, writer = 'rule/1', draw = drawOne(writer), dead = [], fence = null }: Reading = {},
): Promise<boolean> {
  const turnIds = turns.map(({ turn }) => turn.id)
  const given = new Set(dead)
  const memories = turns.flatMap(({ turn, before }) => (given.has(turn.id) ? [] : draw(turn, before)))
  const letters = turns
    .filter(({ turn }) => given.has(turn.id))
    .map(({ turn, before }) => ({ turnId: turn.id, reason: `Nothing came of ${[...before, turn].map(({ id }) => id).join(' ')}` }))
  return store.put(where, { writer, turnIds, upTo, revision, memories, fence, dead: letters })
}

/** The first batch that the writer has not read. */
export async function nextBatch(store: Store, { where = scope, writer = 'rule/1', context = 3 }: Reading = {}): Promise<LogBatch> {
  for await (const batch of store.unread(where, { id: writer, context })) return batch
  throw new Error('nothing to read')
}

export const memoryIdsOf = ({ memories }: Changes): readonly string[] => memories.flatMap(drawn => drawn.memories.map(({ id }) => id))

export const memoryIds = async (store: Store, where: Scope = scope): Promise<readonly string[]> =>
  memoryIdsOf(await store.changes(where, 0))

export const turnIds = async (store: Store, where: Scope = scope): Promise<readonly string[]> =>
  (await store.changes(where, 0)).turns.map(({ turn }) => turn.id)

/** Runs a test against a new store, and closes it. */
export const withStore = (open: OpenStore, use: (store: Store) => Promise<void>) => async (): Promise<void> => {
  const store = await open()
  try {
    await use(store)
  } finally {
    await store.close()
  }
}
