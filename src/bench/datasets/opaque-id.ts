import { hash } from 'node:crypto'

/** A name that says nothing, the same for the same name. LongMemEval's own tell which sessions hold an answer and which questions have none. */
export function opaqueId(prefix: string, name: string): string {
  return `${prefix}-${hash('sha256', name).slice(0, 10)}`
}
