import { z } from 'zod'
import { type Memory, memoryKinds, type Turn } from '../../domain.ts'
import { memoryText } from '../../lib/memory-text.ts'
import { formatAnchor } from '../../lib/time/format-anchor.ts'
import type { Shown } from './fit-entries.ts'
import { idInLine, preview, shownId, shownName } from './preview.ts'

/** A record or a turn in a list: its beginning, and the id under which memory_get gives all of it. */
export const itemSchema: z.ZodObject<{
  id: z.ZodString
  type: z.ZodEnum<{ memory: 'memory'; turn: 'turn' }>
  text: z.ZodString
  truncated: z.ZodOptional<z.ZodLiteral<true>>
  speaker: z.ZodString
  kind: z.ZodOptional<z.ZodEnum<{ episodic: 'episodic'; semantic: 'semantic'; procedural: 'procedural' }>>
  anchor: z.ZodOptional<z.ZodString>
  at: z.ZodOptional<z.ZodString>
  turnId: z.ZodOptional<z.ZodString>
  session: z.ZodOptional<z.ZodString>
}> = z.object({
  id: z.string(),
  type: z.enum(['memory', 'turn']),
  text: z.string(),
  truncated: z.literal(true).optional().describe('Present where the text goes on; memory_get gives all of it.'),
  speaker: z.string(),
  kind: z.enum(memoryKinds).optional().describe('Of a record.'),
  anchor: z.string().optional().describe('When it happened; absent where no time is known.'),
  at: z.string().optional().describe('When it was said; absent where that is not known.'),
  turnId: z.string().optional().describe('The turn that a record was drawn from.'),
  session: z.string().optional().describe('Of a turn.'),
})
export type Item = z.output<typeof itemSchema>

export function showMemory({ id, body, speaker, anchor, at, turnId }: Memory, most: number): Shown<Item> {
  const said = preview(memoryText(body), most)
  const when = anchor === null ? null : formatAnchor(anchor)
  const entry = {
    ...{ id: shownId(id), type: 'memory' as const, text: said.text, speaker: shownName(speaker), kind: body.kind },
    ...(said.truncated && { truncated: true as const }),
    ...(when !== null && { anchor: when }),
    ...(at !== null && { at }),
    turnId: shownId(turnId),
  }
  return {
    line: `${idInLine(id)} (${[when ?? at?.slice(0, 10) ?? 'undated', body.kind].join('; ')}) ${entry.speaker}: ${said.text}`,
    entry,
  }
}

export function showTurn({ id, speaker, text, at, session, attachments }: Turn, most: number): Shown<Item> {
  const captions = attachments.flatMap(({ type, caption }) => (caption === null ? [] : [`[${type}: ${caption}]`]))
  const said = preview([text, ...captions].join(' '), most)
  const entry = {
    ...{ id: shownId(id), type: 'turn' as const, text: said.text, speaker: shownName(speaker) },
    ...(said.truncated && { truncated: true as const }),
    ...(at !== null && { at }),
    ...(session !== null && { session: shownName(session) }),
  }
  return { line: `${idInLine(id)} (${[at ?? 'undated', 'turn'].join('; ')}) ${entry.speaker}: ${said.text}`, entry }
}
