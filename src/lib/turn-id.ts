import { hash } from 'node:crypto'
import type { Turn } from '../domain.ts'
import { canonicalAttachment } from './canonical-forms.ts'

/** Gives the id of the next turn without one. */
export type NextTurnId = (content: Omit<Turn, 'id'>) => string

/**
 * Ids from content, for the turns of one batch or file: 't' and 20 hex digits. Equal content gets a new id each time it occurs, counted from 1, so
 * that two equal "ok"s are two turns and the same batch sent again is the same ids.
 */
export function createTurnIds(): NextTurnId {
  // Keyed by 52 bits of the content's hash: a whole file is counted, and its texts must not be kept for that.
  const occurrences = new Map<number, number>()
  return ({ session, speaker, text, at, attachments }) => {
    const content = [session, speaker, text, at, attachments.map(canonicalAttachment)]
    const first = sha256([...content, 1])
    const key = Number.parseInt(first.slice(0, 13), 16)
    const occurrence = (occurrences.get(key) ?? 0) + 1
    occurrences.set(key, occurrence)
    return `t${(occurrence === 1 ? first : sha256([...content, occurrence])).slice(0, 20)}`
  }
}

const sha256 = (value: readonly unknown[]): string => hash('sha256', JSON.stringify(value))
