import { EngramError } from '../../errors.ts'

/** A name that only this machine answers to. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/**
 * Where no key is asked for, only this machine may ask: no page of another site, in a browser that runs here, through a name of its own that
 * leads to this address (DNS rebinding) or by a request across sites. Throws `forbidden`.
 */
export function checkLocal(request: Request): void {
  const host = request.headers.get('host') ?? new URL(request.url).host
  const asked = urlOf(`http://${host}`)
  if (asked === null || !isLoopback(asked.hostname)) {
    throw new EngramError(
      'forbidden',
      `The server was asked by the name ${JSON.stringify(host)}; without keys it answers to localhost only.`,
    )
  }
  const origin = request.headers.get('origin')
  if (origin !== null && urlOf(origin)?.host !== asked.host) {
    throw new EngramError('forbidden', `A page of ${JSON.stringify(origin)} may not ask; without keys only pages of this server may.`)
  }
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
