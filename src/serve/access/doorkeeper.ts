import { EngramError } from '../../errors.ts'
import type { KeyRing } from '../../seams.ts'
import type { Caller } from '../caller.ts'
import { genuineRequest } from '../genuine-request.ts'
import { isToken, keyIdIn } from './api-key.ts'
import { checkLocal } from './local-only.ts'

/** Who came in, and by which key: limits are counted by it. */
export interface Visitor {
  readonly caller: Caller
  readonly keyId: string
}

/** Lets requests in, or not. */
export interface Doorkeeper {
  /** Who may come in without a key; null: nobody. Throws `forbidden` for a request from elsewhere where no key is asked for. */
  checkOrigin(request: Request): Promise<Caller | null>
  /** `open`: what `checkOrigin` has said of the request. Throws `unauthorized`. */
  admit(request: Request, open: Caller | null): Promise<Visitor>
}

export interface DoorkeeperOptions {
  readonly keys: KeyRing
  /** Who asks where no key is needed; null: a key is needed always. */
  readonly local: Caller | null
}

export function createDoorkeeper({ keys, local }: DoorkeeperOptions): Doorkeeper {
  // Once there is a key, the door does not open again by itself when the last one is revoked.
  let locked = local === null

  async function openTo(): Promise<Caller | null> {
    if (!locked && (await keys.keys(null)).length > 0) locked = true
    return locked ? null : local
  }

  return {
    async checkOrigin(request) {
      const open = await openTo()
      if (open !== null) checkLocal(request)
      return open
    },
    async admit(request, open) {
      if (open !== null) return { caller: open, keyId: 'local' }
      const token = tokenOf(request.headers)
      const keyId = token === null ? null : keyIdIn(token)
      const key = keyId === null ? null : await keys.findKey(keyId)
      if (token !== null && key !== null && isToken(token, key)) return { caller: { tenant: key.tenant, right: key.right }, keyId: key.id }
      throw new EngramError(
        'unauthorized',
        token === null
          ? 'No key came with the request. Send it as `Authorization: Bearer <key>`.'
          : 'The key is not one of this server, or was revoked. `engram-r keys list` shows those there are.',
      )
    },
  }
}

/** As another handler may see it, and may send it on: a key of ours is nobody else's business. */
export function withoutKey(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete('x-engram-key')
  if (keyIdIn(bearerOf(headers) ?? '') !== null) headers.delete('authorization')
  if (keyIdIn(headers.get('x-api-key') ?? '') !== null) headers.delete('x-api-key')
  return genuineRequest(request, headers)
}

/** `x-engram-key` leaves the others, one of which each client knows, free for a server behind a mount. Never from the address, which is logged along the way. */
function tokenOf(headers: Headers): string | null {
  return headers.get('x-engram-key') ?? bearerOf(headers) ?? headers.get('x-api-key')
}

const bearerOf = (headers: Headers): string | null => /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
