import { hash } from 'node:crypto'
import type { Turn } from '../domain.ts'

/** The 32-byte SHA-256 of all that a turn says, its id left out: equal for the same turn told twice, whatever the order of its object's keys. */
export function contentHash({ session, speaker, text, at, attachments }: Omit<Turn, 'id'>): Buffer {
  const said = [
    session,
    speaker,
    text,
    at,
    attachments.map(({ type, reference, mediaType, caption }) => [type, reference, mediaType, caption]),
  ]
  return hash('sha256', JSON.stringify(said), 'buffer')
}
