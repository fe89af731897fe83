import type { Memory, Scope, Turn } from './domain.ts'
import { badInput, checkCount, checkName } from './lib/check-input.ts'
import type { LoggedTurn, SpacePage, SpaceSummary, Store } from './seams.ts'

/** Part of a list that may be long. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** Given back as `cursor`, it gives the page that follows; null after the last. It stays good when things are added or forgotten meanwhile. */
  readonly next: string | null
}

export interface PageOptions {
  /** Of the page before; the first page where not given. */
  readonly cursor?: string | undefined
  /** At most so many; 100 where not given. */
  readonly limit?: number | undefined
}

export interface PageParts {
  readonly store: Pick<Store, 'logged' | 'spaces'>
  /** What is shown of a turn, without withheld words, and its records that prevail. */
  readonly read: (scope: Scope) => Promise<{
    readonly turn: (id: string) => Turn | undefined
    readonly memoriesOf: (turnId: string) => readonly Memory[]
  }>
}

export interface Pages {
  spaces(tenant: string, options?: PageOptions): Promise<Page<SpaceSummary>>
  turns(scope: Scope, options?: PageOptions): Promise<Page<Turn>>
  memories(scope: Scope, options?: PageOptions): Promise<Page<Memory>>
}

const usualLimit = 100

/** Cursors: the name of the last space; the sequence of the last turn; for records that, and how many of that turn's were given. */
export function createPages({ store, read }: PageParts): Pages {
  /** The log from after a sequence on. */
  async function* log(scope: Scope, after: number, limit: number): AsyncIterable<LoggedTurn> {
    for (let from = after; ; ) {
      const turns = await store.logged(scope, { after: from, limit })
      yield* turns
      const last = turns.at(-1)
      if (last === undefined || turns.length < limit) return
      from = last.sequence
    }
  }

  return {
    async spaces(tenant, { cursor, limit = usualLimit } = {}) {
      checkCount('limit', limit)
      checkName('tenant', tenant)
      const page: SpacePage = { tenant, after: cursor ?? null, limit: limit + 1 }
      return cut(await store.spaces(page), limit, ({ scope }) => scope.space)
    },

    async turns(scope, { cursor, limit = usualLimit } = {}) {
      checkCount('limit', limit)
      const after = cursor === undefined ? 0 : readCursor(cursor, /^(\d{1,15})$/)[0]
      // Read after the log, so that it holds all that the page lists and that is not forgotten by then.
      const { items, next } = cut(await store.logged(scope, { after, limit: limit + 1 }), limit, ({ sequence }) => String(sequence))
      const space = await read(scope)
      return { items: items.flatMap(({ turn: { id } }) => space.turn(id) ?? []), next }
    },

    async memories(scope, { cursor, limit = usualLimit } = {}) {
      checkCount('limit', limit)
      const [sequence, given] = cursor === undefined ? [0, 0] : readCursor(cursor, /^(\d{1,15})\.(\d{1,9})$/)
      const { memoriesOf } = await read(scope)
      const found: { readonly memory: Memory; readonly cursor: string }[] = []
      // The turn that the last page ended in may have more.
      for await (const logged of log(scope, Math.max(0, sequence - 1), limit)) {
        for (const [index, memory] of memoriesOf(logged.turn.id).entries()) {
          if (logged.sequence > sequence || index >= given) found.push({ memory, cursor: `${logged.sequence}.${index + 1}` })
        }
        if (found.length > limit) break
      }
      const { items, next } = cut(found, limit, item => item.cursor)
      return { items: items.map(({ memory }) => memory), next }
    },
  }
}

/** One more than wanted was asked for, to know whether there is more. */
function cut<Item>(items: readonly Item[], limit: number, cursorOf: (item: Item) => string): Page<Item> {
  const page = items.slice(0, limit)
  const last = page.at(-1)
  return { items: page, next: items.length > limit && last !== undefined ? cursorOf(last) : null }
}

function readCursor(cursor: string, form: RegExp): readonly [number, number] {
  const parts = typeof cursor === 'string' ? form.exec(cursor) : null
  if (parts !== null) return [Number(parts[1]), Number(parts[2] ?? 0)]
  throw badInput('cursor', 'one that a page gave as its next', typeof cursor === 'string' ? cursor.slice(0, 40) : cursor)
}
