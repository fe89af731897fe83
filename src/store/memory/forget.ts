import type { Span } from '../../domain.ts'
import { writerFamily } from '../../lib/writer-family.ts'
import type { ForgetReceipt, Selection } from '../../seams.ts'
import { contextReach } from '../context-reach.ts'
import { overlapping } from '../overlapping.ts'
import { notFound } from '../store-errors.ts'
import { beforeTime } from '../turn-times.ts'
import { countVectors, removeMemories, type SpaceState, spanKey, turnIdsOf } from './space-state.ts'

/** What a selection takes away, and how to take it. */
export interface Forgetting {
  readonly receipt: ForgetReceipt
  apply(): void
}

export function planForgetting(space: SpaceState, selection: Exclude<Selection, { readonly type: 'all' }>): Forgetting {
  if (selection.type === 'memories') return planMemories(space, selection.ids)
  return planTurns(space, selection.type === 'turns' ? existing('turn', selection.ids, space.turns) : turnsBefore(space, selection.at))
}

export function countAll(space: SpaceState): ForgetReceipt {
  return receiptOf(space, new Set(space.turns.keys()), new Set(space.memories.keys()))
}

function planTurns(space: SpaceState, turnIds: ReadonlySet<string>): Forgetting {
  const leaning = [...space.memories.values()].filter(memory => !turnIdsOf(memory).isDisjointFrom(turnIds))
  const memoryIds = new Set(leaning.map(({ id }) => id))
  return {
    receipt: receiptOf(space, turnIds, memoryIds),
    apply() {
      if (turnIds.size === 0) return
      const near = new Set([...leaning.map(({ turnId }) => turnId), ...following(space, turnIds)])
      scheduleReading(space, near)
      forgetReasons(space, near)
      removeMemories(space, memoryIds)
      for (const id of turnIds) space.turns.delete(id)
      for (const [key, span] of space.withheld) if (turnIds.has(span.turnId)) space.withheld.delete(key)
      space.resetRevision = ++space.revision
    },
  }
}

function planMemories(space: SpaceState, ids: readonly string[]): Forgetting {
  const chosen = existing('memory', ids, space.memories)
  const words = [...chosen].flatMap(id => space.memories.get(id)?.sources ?? [])
  const memoryIds = new Set([...chosen, ...memoriesOn(space, words)])
  return {
    receipt: receiptOf(space, new Set(), memoryIds),
    apply() {
      if (memoryIds.size === 0) return
      const wordsIn = new Set(words.map(({ turnId }) => turnId))
      const drawnFrom = [...memoryIds].flatMap(id => space.memories.get(id)?.turnId ?? [])
      forgetReasons(space, new Set([...drawnFrom, ...wordsIn, ...following(space, wordsIn)]))
      removeMemories(space, memoryIds)
      for (const { turnId, attachment, start, end } of words) {
        const span = { turnId, attachment, start, end }
        space.withheld.set(spanKey(span), span)
      }
      space.resetRevision = ++space.revision
    },
  }
}

export function memoriesOn(space: SpaceState, words: readonly Span[]): readonly string[] {
  return [...space.memories.values()].filter(({ sources }) => overlapping(sources, words)).map(({ id }) => id)
}

function existing(what: 'turn' | 'memory', ids: readonly string[], things: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const missing = [...new Set(ids)].filter(id => !things.has(id))
  if (missing.length > 0) throw notFound(what, missing)
  return new Set(ids)
}

function turnsBefore(space: SpaceState, limit: string): ReadonlySet<string> {
  const isBefore = beforeTime(limit)
  return new Set([...space.turns.values()].filter(({ turn }) => isBefore(turn.at)).map(({ turn }) => turn.id))
}

/** The turns that had one of these in their context. */
function following(space: SpaceState, turnIds: ReadonlySet<string>): readonly string[] {
  let left = 0
  return [...space.turns.keys()].filter(id => {
    const near = left-- > 0
    if (turnIds.has(id)) left = contextReach
    return near
  })
}

/** For every writer family that has read them; the others will come to them anyway. */
function scheduleReading(space: SpaceState, turnIds: ReadonlySet<string>): void {
  for (const id of turnIds) {
    const turn = space.turns.get(id)
    for (const [writer, { sequence }] of space.marks)
      if (turn !== undefined && turn.sequence <= sequence) turn.rereadBy.add(writerFamily(writer))
  }
}

/** They may quote what is taken away, as may those still to come of work under way. Dead letters of these turns are read again. */
function forgetReasons(space: SpaceState, turnIds: ReadonlySet<string>): void {
  for (const id of turnIds) {
    const turn = space.turns.get(id)
    for (const family of turn?.dead.keys() ?? []) turn?.rereadBy.add(family)
    turn?.dead.clear()
  }
  for (const lease of space.leases.values()) Object.assign(lease, { until: null, reason: null })
}

function receiptOf(space: SpaceState, turnIds: ReadonlySet<string>, memoryIds: ReadonlySet<string>): ForgetReceipt {
  const jobs = [...turnIds].flatMap(id => space.turns.get(id) ?? []).reduce((sum, { rereadBy, dead }) => sum + rereadBy.size + dead.size, 0)
  return { turns: turnIds.size, memories: memoryIds.size, vectors: countVectors(space, memoryIds), derived: 0, jobs }
}
