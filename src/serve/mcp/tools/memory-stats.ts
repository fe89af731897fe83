import { z } from 'zod'
import type { MemoryKind } from '../../../domain.ts'
import { EngramError } from '../../../errors.ts'
import type { SpaceSummary } from '../../../seams.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import { defineTool, type Tool } from '../define-tool.ts'
import { fitEntries, type Shown } from '../fit-entries.ts'
import { idInLine, shownId } from '../preview.ts'
import { spaceNamesOf, spaceOf } from '../session.ts'
import { cursorField, nextCursorField, spaceField, truncatedField } from './shared-fields.ts'

const input = z.object({ space: spaceField.describe('Only this space. Left out: all of them.'), cursor: cursorField })

const summarySchema = z.object({
  space: z.string(),
  turns: z.int(),
  memories: z.object({ episodic: z.int(), semantic: z.int(), procedural: z.int() }),
  from: z.string().optional().describe('First time of its turns; absent where none is dated.'),
  to: z.string().optional(),
})

const output = z.object({
  defaultSpace: z.string().describe('Where calls work that name no space.'),
  spaces: z.array(summarySchema),
  total: z.int(),
  truncated: truncatedField,
  nextCursor: nextCursorField,
})

export const memoryStats: Tool = defineTool({
  name: 'memory_stats',
  title: 'What is in memory',
  description: 'Lists the spaces there are, with how many turns and records each holds and from when to when.',
  right: 'read',
  destructive: false,
  input,
  output,
  async run({ cursor, ...asked }, session) {
    const there = await spaceNamesOf(session)
    const all = asked.space === undefined ? there : there.filter(name => name === asked.space)
    if (all.length === 0 && asked.space !== undefined && asked.space !== session.defaultSpace) {
      throw new EngramError('unknown_space', 'There is no space of that name. memory_stats without one lists those there are.', {
        field: 'space',
      })
    }
    const from = readCursor(asked, cursor, all)
    const { maxTokens, countTokens, defaultSpace } = session
    const summaries = await Promise.all(all.slice(from, from + mostShown).map(name => spaceOf(session, name).summary()))
    // One that was forgotten meanwhile leaves a gap.
    const left = summaries.filter(summary => summary !== null)
    const shown = fitEntries(left, { room: maxTokens - besides, countTokens, show: showSummary })
    const end = from + shown.length
    const next = end < all.length ? writeCursor(asked, { offset: end, after: all[end - 1] ?? null }) : undefined
    return {
      text: [
        `${shown.length} of ${all.length} spaces; the default is "${idInLine(defaultSpace)}".`,
        ...shown.map(({ line }) => line),
        ...(next === undefined ? [] : [`More: call again with cursor ${next}`]),
      ].join('\n'),
      structured: {
        defaultSpace: shownId(defaultSpace),
        spaces: shown.map(({ entry }) => entry),
        total: all.length,
        truncated: next !== undefined,
        ...(next !== undefined && { nextCursor: next }),
      },
    }
  },
})

/** Tokens of a reply beside its entries. */
const besides = 500
/** Spaces on a page: more are not counted for it. */
const mostShown = 100

export interface Summary {
  readonly space: string
  readonly turns: number
  readonly memories: Readonly<Record<MemoryKind, number>>
  readonly from?: string
  readonly to?: string
}

export function showSummary({ scope, turns, memories, from, to }: SpaceSummary): Shown<Summary> {
  const { episodic, semantic, procedural } = memories
  const name = shownId(scope.space)
  return {
    line: `${JSON.stringify(idInLine(scope.space))}: ${turns} turns, ${episodic} episodic, ${semantic} semantic, ${procedural} procedural records${from === null ? '' : `, from ${from} to ${to}`}`,
    entry: {
      space: name,
      turns,
      memories: { episodic, semantic, procedural },
      ...(from !== null && { from }),
      ...(to !== null && { to }),
    },
  }
}
