import { hash } from 'node:crypto'
import { withoutCitations } from '../answer/parse-citations.ts'
import type { AttachmentInput } from '../lib/turn-input.ts'

/** A message of a chat in words, as `wordsSaid` leaves them: without reasoning, tool calls and their results. */
export interface Said {
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly attachments: readonly AttachmentInput[]
}

/** What a user says last, and where it stands. */
export interface LastSaid extends Pick<Said, 'text' | 'attachments'> {
  /** What was said just before it. */
  readonly before: readonly string[]
}

/** How far back a place is told: a client that sends only its last messages names the same place as one that sends all. */
const placeMessages = 2

/** The user's last words: all messages since the model's last. null where there are none. */
export function lastSaid(messages: readonly Said[]): LastSaid | null {
  const end = messages.findLastIndex(({ role }) => role === 'user') + 1
  const start = messages.slice(0, end).findLastIndex(({ role, text }) => role === 'assistant' && text !== '') + 1
  const last = messages.slice(start, end).filter(({ role }) => role === 'user')
  const text = last
    .map(said => said.text)
    .filter(words => words !== '')
    .join('\n\n')
  if (text === '') return null
  const before = messages.slice(0, start).filter(said => said.text !== '')
  return {
    text,
    attachments: last.flatMap(({ attachments }) => attachments),
    before: before.slice(-placeMessages).map(said => said.text),
  }
}

/** From what was said and where it stands: the same message sent again, by a retry or with a longer history, is the same turn. */
export function turnIdOf({ text, before }: LastSaid, conversation: string): string {
  return `c${hash('sha256', JSON.stringify([conversation, before, text])).slice(0, 20)}`
}

/** The id of a reply to a turn. */
export function replyIdOf(words: string, turnId: string): string {
  return turnIdOf({ text: words, before: [turnId], attachments: [] }, 'reply')
}

/** The turns that these messages are remembered as, the last among them: they are before the model already. */
export function turnIdsOf(messages: readonly Said[], conversation: string): readonly string[] {
  let turnId: string | null = null
  return messages.flatMap(({ role, text }, index) => {
    if (role === 'assistant')
      return turnId === null || text === '' ? [] : [replyIdOf(text, turnId), replyIdOf(withoutCitations(text), turnId)]
    const said = lastSaid(messages.slice(0, index + 1))
    turnId = said === null ? null : turnIdOf(said, conversation)
    return turnId ?? []
  })
}
