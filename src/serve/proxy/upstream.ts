import { EngramError } from '../../errors.ts'
import { type EndpointOptions, readEndpoint } from '../../lib/requests/read-endpoint.ts'

/** A server that requests may be forwarded to. There are no others. */
export interface UpstreamOptions extends EndpointOptions {
  /** Chosen by the header x-engram-upstream; 'default' where not given. */
  readonly name?: string
}

export interface Upstream {
  readonly name: string
  readonly host: string
  /** By their lower-case names. Sent in place of what the client sends; empty where the client's own key is passed on. */
  readonly headers: Readonly<Record<string, string>>
  /** What may stand in no message. */
  readonly secrets: readonly string[]
  /** `path` is what follows /v1, `search` the client's query. */
  urlFor(path: string, search: string): URL
}

/**
 * Checks the servers that are allowed, the first being the default. A base URL without a path gets /v1; a path or a query of its own is kept.
 * Throws `bad_config`.
 */
export function readUpstreams(options: readonly UpstreamOptions[]): ReadonlyMap<string, Upstream> {
  if (options.length === 0)
    throw new EngramError('bad_config', 'upstreams: expected at least one server, got none.', { field: 'upstreams' })
  const upstreams = new Map<string, Upstream>()
  for (const { name = 'default', baseUrl, ...keys } of options) {
    if (upstreams.has(name)) {
      throw new EngramError('bad_config', `upstreams: the name ${JSON.stringify(name)} is there twice. Name each once.`, {
        field: 'upstreams',
      })
    }
    const trimmed = baseUrl.trim()
    const { headers, host, secrets } = readEndpoint({ ...keys, baseUrl: trimmed })
    const base = new URL(trimmed)
    const prefix = base.pathname.replace(/\/+$/, '') || '/v1'
    upstreams.set(name, {
      name,
      host,
      headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value])),
      secrets,
      urlFor(path, search) {
        const url = new URL(prefix + path, base.origin)
        if (base.search === '' && search === '') return url
        url.search = base.search
        for (const [key, value] of new URLSearchParams(search)) if (!base.searchParams.has(key)) url.searchParams.append(key, value)
        return url
      },
    })
  }
  return upstreams
}

/** A URL as it may be told: what a query holds may be a key, except the version of an API. */
export function shownUrl(url: URL): string {
  const shown = new URL(url)
  for (const key of new Set(shown.searchParams.keys())) if (key !== 'api-version') shown.searchParams.set(key, '...')
  return shown.href
}
