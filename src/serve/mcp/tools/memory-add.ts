import { z } from 'zod'
import { attachmentTypes } from '../../../domain.ts'
import { sumReceipts } from '../../../lib/sum-receipts.ts'
import { toTurns } from '../../../lib/turn-input.ts'
import type { AppendReceipt } from '../../../seams.ts'
import { keyTurns } from '../../key-turns.ts'
import { defineTool, type Tool } from '../define-tool.ts'
import { fitEntries } from '../fit-entries.ts'
import { idInLine, shownId, shownName } from '../preview.ts'
import { spaceOf } from '../session.ts'
import { spaceField, truncatedField } from './shared-fields.ts'

const turnInput = z.object({
  speaker: z.string().describe('Who said it.'),
  text: z.string().describe('What was said, word for word; no summary.'),
  at: z.string().optional().describe('When it was said, ISO 8601 as 2024-03-02T18:30. Without it "last week" can not be dated.'),
  id: z.string().optional().describe('Left out: made of the content.'),
  session: z.string().optional().describe('Which conversation it belongs to.'),
  attachments: z
    .array(
      z.object({
        type: z.enum(attachmentTypes),
        reference: z.string().optional(),
        mediaType: z.string().optional(),
        caption: z.string().optional().describe('What it shows, in words: that is what can be found.'),
      }),
    )
    .optional(),
})

const input = z.object({
  turns: z.array(turnInput).min(1).describe('In the order in which they were said.'),
  space: spaceField,
  idempotencyKey: z
    .string()
    .min(1)
    .optional()
    .describe('A name of this call: repeated with the same key it adds nothing. Without one, equal turns are one turn.'),
})

const output = z.object({
  space: z.string(),
  added: z.int(),
  duplicates: z.int().describe('Turns that were there already.'),
  conflicts: z.int().describe('Turns whose id is taken by other words: they were not stored.'),
  turns: z
    .array(z.object({ index: z.int(), id: z.string(), conflict: z.boolean() }))
    .describe('Those refused first, then in the order given; index is the place in the call.'),
  truncated: truncatedField,
})

export const memoryAdd: Tool = defineTool({
  name: 'memory_add',
  title: 'Add to memory',
  description:
    'Stores turns of a conversation, word for word; typed records are drawn from them at once. The log is append-only: what has changed is added with its date, and the later one holds. Adding the same again changes nothing.',
  right: 'write',
  destructive: false,
  input,
  output,
  async run({ turns: told, space: name, idempotencyKey }, { signal, progress, ...session }) {
    const space = spaceOf(session, name)
    // All are checked before the first is stored.
    const turns = toTurns(idempotencyKey === undefined ? told : keyTurns(told, idempotencyKey))
    const receipts: AppendReceipt[] = []
    for (let from = 0; from < turns.length; from += batch) {
      signal.throwIfAborted()
      const stored = await space.remember(turns.slice(from, from + batch), { signal })
      receipts.push({ ...stored, conflicts: stored.conflicts.map(({ index, turnId }) => ({ index: from + index, turnId })) })
      const done = Math.min(from + batch, turns.length)
      await progress(done, turns.length, `${done} of ${turns.length} turns stored`)
    }
    const { added, duplicates, conflicts } = sumReceipts(receipts)
    const refused = new Set(conflicts.map(({ index }) => index))
    const listed = [...turns.entries()].toSorted(([left], [right]) => Number(refused.has(right)) - Number(refused.has(left)))
    const { maxTokens, countTokens } = session
    const shown = fitEntries(listed, {
      room: maxTokens - 300,
      countTokens,
      show: ([index, { id }]) => {
        const conflict = refused.has(index)
        return {
          line: conflict ? `Not stored: turn ${idInLine(id)} is there already with other words.` : `Turn ${idInLine(id)}`,
          entry: { index, id: shownId(id), conflict },
        }
      },
    })
    const spaceName = shownName(space.scope.space)
    return {
      text: [
        `${added} turns added to space "${spaceName}", ${duplicates} there already, ${conflicts.length} refused.`,
        ...shown.map(({ line }) => line),
      ].join('\n'),
      structured: {
        space: spaceName,
        added,
        duplicates,
        conflicts: conflicts.length,
        turns: shown.map(({ entry }) => entry),
        truncated: shown.length < turns.length,
      },
    }
  },
})

/** Turns stored at a time: between them the client is told how far it is, and may stop it. */
const batch = 100
