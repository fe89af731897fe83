import { hash } from 'node:crypto'
import type { Scope } from '../domain.ts'
import { scopeText } from './scope-text.ts'

/**
 * 16 bytes that stand for a tenant and a space everywhere in a store: the first 16 of the SHA-256 of their JSON array. The names are never
 * joined with a separator, so none can be forged, and never folded: 'Ana', 'ana' and 'ana ' are three spaces.
 */
export function scopeKey(scope: Scope): Buffer {
  return hash('sha256', scopeText(scope), 'buffer').subarray(0, 16)
}
