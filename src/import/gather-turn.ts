import type { AttachmentInput } from '../lib/turn-input.ts'
import { captionWordless } from './attachment-of.ts'
import { type DialogueItem, turnItem } from './dialogue-format.ts'
import { longestLine } from './read-lines.ts'

/** The first line of a turn in a file where turns may run over several lines. */
export interface TurnStart {
  readonly space: string
  readonly speaker: string
  readonly text: string
  readonly at: string | null
  readonly session: string | null
  readonly line: number
}

export interface TurnGatherer {
  isOpen(): boolean
  /** Begins a turn; returns the one before, if there was one. */
  start(turn: TurnStart): DialogueItem | null
  /** Adds a line to the open turn. */
  add(text: string): void
  /** The open turn, if there is one. */
  finish(): DialogueItem | null
}

export interface GatherOptions {
  /** Takes attachments out of the words of a whole turn. */
  readonly readWords?: (text: string) => { readonly text: string; readonly attachments: readonly AttachmentInput[] }
}

/** Puts the lines of a turn together, in memory that stays bounded whatever comes. */
export function createTurnGatherer({ readWords = text => ({ text, attachments: [] }) }: GatherOptions = {}): TurnGatherer {
  let open: TurnStart | null = null
  let lines: string[] = []
  let length = 0

  const finish = (): DialogueItem | null => {
    if (open === null) return null
    const { space, speaker, at, session, line } = open
    open = null
    if (length > longestLine) return { type: 'failure', line, reason: 'the turn that begins here never ends: it is too long' }
    const { text, attachments } = readWords(lines.join('\n').trimEnd())
    return turnItem(space, { speaker, text, at, session, attachments: captionWordless(text, attachments) }, line)
  }

  return {
    isOpen: () => open !== null,
    start(turn) {
      const before = finish()
      open = turn
      lines = [turn.text]
      length = turn.text.length
      return before
    },
    add(text) {
      length += text.length + 1
      if (length <= longestLine) lines.push(text)
      else lines = []
    },
    finish,
  }
}
