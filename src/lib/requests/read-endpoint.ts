import { z } from 'zod'
import { EngramError } from '../../errors.ts'

export interface EndpointOptions {
  /** Up to what the paths are appended to: 'https://api.openai.com/v1', 'http://localhost:11434/v1'. */
  readonly baseUrl: string
  /** Sent as a bearer token. Never part of a message, an id or a cache. */
  readonly apiKey?: string | undefined
  /** Sent with each request; kept as secret as the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface Endpoint {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** For messages. */
  readonly host: string
  readonly secrets: readonly string[]
}

const optionsSchema = z.strictObject({
  baseUrl: z.url({ protocol: /^https?$/ }),
  apiKey: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
})

/** Fails with bad_config, without quoting a key. */
export function readEndpoint(options: EndpointOptions): Endpoint {
  const parsed = optionsSchema.safeParse(options)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? ''
    throw new EngramError('bad_config', `${field === '' ? 'An endpoint' : field}: ${parsed.error.issues[0]?.message}.`, { field })
  }
  const { baseUrl, apiKey, headers = {} } = parsed.data
  const url = new URL(baseUrl)
  if (url.username !== '' || url.password !== '') {
    throw new EngramError('bad_config', 'baseUrl: holds a user or password. Pass them as `apiKey` or in `headers`.', { field: 'baseUrl' })
  }
  // A key read from a file ends in a line break, which no header may hold.
  const key = apiKey?.trim() ?? ''
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { ...(key !== '' && { authorization: `Bearer ${key}` }), ...headers },
    host: url.host,
    secrets: [key, ...Object.values(headers).filter(value => value.length >= 8)].filter(secret => secret.length > 3),
  }
}
