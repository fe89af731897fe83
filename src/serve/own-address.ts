import { isLoopback } from './access/local-only.ts'
import type { Address } from './listen-http.ts'

/** Whether a URL leads to a server that listens there, as far as its text says. A port that is any free one is nobody's yet. */
export function isOwnAddress(url: string, { host, port }: Address): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, port: named, protocol } = new URL(url)
  if (Number(named || (protocol === 'https:' ? 443 : 80)) !== port) return false
  return bare(hostname) === bare(host) || (isHere(bare(hostname)) && isHere(bare(host)))
}

/** A name of this machine, or all of its addresses. */
const isHere = (host: string): boolean => isLoopback(host) || host === '0.0.0.0' || host === '::'

const bare = (host: string): string => host.toLowerCase().replace(/^\[|\]$/g, '')
