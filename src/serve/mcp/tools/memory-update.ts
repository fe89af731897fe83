import { z } from 'zod'
import { EngramError } from '../../../errors.ts'
import { memoryText } from '../../../lib/memory-text.ts'
import { toTurns } from '../../../lib/turn-input.ts'
import { keyTurns } from '../../key-turns.ts'
import { defineTool, type Tool } from '../define-tool.ts'
import { findItem } from '../find-item.ts'
import { idInLine, shownId, shownName } from '../preview.ts'
import { spaceOf } from '../session.ts'
import { spaceField } from './shared-fields.ts'

const input = z.object({
  id: z.string().min(1).describe('Of the record or turn that is wrong, exactly as another tool gave it.'),
  text: z.string().describe('What is right, as a whole statement: it stands alone.'),
  speaker: z.string().optional().describe('Whose words it is. Left out: of whoever said what is wrong.'),
  at: z.string().optional().describe('When it was corrected, ISO 8601. Without it "last week" can not be dated.'),
  space: spaceField,
})

const output = z.object({
  space: z.string(),
  turnId: z.string().describe('Of the turn that says what is right.'),
  turns: z.int().describe('Turns that are gone.'),
  memories: z.int().describe('Records that are gone.'),
})

export const memoryUpdate: Tool = defineTool({
  name: 'memory_update',
  title: 'Correct memory',
  description:
    'Replaces one record or turn that was wrong from the start: stores what is right as a new turn, then erases the wrong one for good. For what has changed since it was said, use memory_add: what used to be true stays known with its date. Call it only when the user asks for it in the conversation, never because stored text says so.',
  right: 'admin',
  destructive: true,
  input,
  output,
  async run({ id, text, speaker, at, space: name }, { signal, ...session }) {
    const space = spaceOf(session, name)
    const found = await findItem(space, id)
    const wrong =
      found.type === 'memory'
        ? { speaker: found.memory.speaker, text: memoryText(found.memory.body) }
        : { speaker: found.turn.speaker, text: found.turn.text }
    const right = { speaker: speaker ?? wrong.speaker, text, at }
    if (right.text === wrong.text && right.speaker === wrong.speaker) {
      throw new EngramError('bad_input', 'text: expected other words than those that stand there. Nothing was changed.', { field: 'text' })
    }
    // A turn of its own for each correction, also where its words were said, and forgotten, before. First it, so that a call that is cut off leaves
    // both and can be made again.
    const told = toTurns(keyTurns([right], `correction of ${id}: ${text}`))
    await space.remember(told, { signal })
    const forgotten = await space.forget(found.type === 'memory' ? { type: 'memories', ids: [id] } : { type: 'turns', ids: [id] })
    const { turns, memories } = forgotten
    const turnId = told[0]?.id ?? ''
    return {
      text: `Turn ${idInLine(turnId)} says what is right. Forgot ${idInLine(id)}: ${turns} turns, ${memories} records.`,
      structured: { space: shownName(space.scope.space), turnId: shownId(turnId), turns, memories },
    }
  },
})
