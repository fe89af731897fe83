import { hash } from 'node:crypto'
import type { Memory } from '../domain.ts'
import { canonicalBody, canonicalSpan } from './canonical-forms.ts'

/** The id of a record, from what makes it this record and no other: 'm' and 20 hex digits. Equal records of one writer are one. */
export function memoryId({ writtenBy, turnId, body, sources }: Pick<Memory, 'writtenBy' | 'turnId' | 'body' | 'sources'>): string {
  const content = JSON.stringify([writtenBy, turnId, canonicalBody(body), sources.map(canonicalSpan)])
  return `m${hash('sha256', content).slice(0, 20)}`
}
