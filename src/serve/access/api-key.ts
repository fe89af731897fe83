import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AccessKey } from '../../seams.ts'

// A key is engram_<id>_<secret>. The secret is 256 random bits, so a plain sha256 of the key is safe to keep: nobody can guess what it was made
// from. Slow hashes are for passwords, which can be guessed, and would cost every request.

const keyForm = /^engram_([0-9a-f]{12})_[\w-]{43}$/

export interface IssuedKey {
  /** Shown once, kept nowhere. */
  readonly token: string
  readonly key: AccessKey
}

export interface KeyRequest extends Pick<AccessKey, 'tenant' | 'right' | 'name'> {
  readonly now: Date
}

export function issueKey({ tenant, right, name, now }: KeyRequest): IssuedKey {
  const id = randomBytes(6).toString('hex')
  const token = `engram_${id}_${randomBytes(32).toString('base64url')}`
  return { token, key: { id, tenant, right, name, hash: hashOf(token).toString('hex'), createdAt: now.toISOString() } }
}

/** The id in a token; null for what is no key of ours. */
export const keyIdIn = (token: string): string | null => keyForm.exec(token)?.[1] ?? null

/** Takes as long for a wrong key as for the right one. */
export function isToken(token: string, { hash }: Pick<AccessKey, 'hash'>): boolean {
  const expected = Buffer.from(hash, 'hex')
  const given = hashOf(token)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
