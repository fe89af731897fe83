import { withoutCitations } from '../../answer/parse-citations.ts'
import { createTurnIds } from '../../lib/turn-id.ts'
import type { TurnInput } from '../../lib/turn-input.ts'
import { type Item, type Said, sayingOf } from './read-dialogue.ts'
import type { Reply } from './reply-reader.ts'

export interface DialogueTurn {
  /** Of the item; that of the reply is one more than the last. */
  readonly index: number
  readonly id: string
  readonly said: Said
}

/**
 * The turns of a dialogue and of its reply, with ids from what is said: a dialogue that is sent again, or goes on, has the same ids. The second
 * "ok" of a dialogue is another turn than the first. The time is no part of it: it differs each time.
 */
export function turnsOf(items: readonly Item[], session: string | null, reply: Reply | null = null): readonly DialogueTurn[] {
  const nextId = createTurnIds()
  const all = items.map(({ said }) => said)
  if (reply?.content != null) all.push(sayingOf('assistant', 'assistant', reply.content))
  return all.flatMap((said, index) => {
    if (said === null || (said.text === '' && !said.attachments.some(({ caption }) => caption))) return []
    const attachments = said.attachments.map(({ type, reference = null, mediaType = null, caption = null }) => ({
      type,
      reference,
      mediaType,
      caption,
    }))
    return [{ index, id: nextId({ session, speaker: said.speaker, text: said.text, at: null, attachments }), said }]
  })
}

export interface TellOptions {
  readonly session: string | null
  readonly at: string
  readonly held: ReadonlySet<string>
}

/**
 * What is new: the last words of the user and the reply, and of what came before them all since the last turn that memory holds. What was said
 * before that one and is not held was forgotten on purpose, and is not told again. When earlier turns were said is not known.
 */
export function newTurns(items: readonly Item[], turns: readonly DialogueTurn[], { session, at, held }: TellOptions): readonly TurnInput[] {
  const answeredUpTo = items.findLastIndex(({ role }) => role === 'assistant')
  const heldUpTo = turns.findLastIndex(({ id, index }) => index <= answeredUpTo && held.has(id))
  return turns.slice(heldUpTo + 1).flatMap(({ index, id, said: { role, speaker, text, attachments } }) => {
    if (held.has(id)) return []
    // A label is of a card that nobody will have before them later, wherever the model has it from.
    const words = role === 'assistant' ? withoutCitations(text) : text
    return words === '' && role === 'assistant'
      ? []
      : [{ id, session, speaker, text: words, at: index > answeredUpTo ? at : null, attachments }]
  })
}
