import { z } from 'zod'
import { hopsHeader } from './hops.ts'
import type { ProxyFault } from './proxy-fault.ts'
import { type ProxyMode, proxyModes } from './proxy-options.ts'

/** What a client may ask of us, request by request. */
export interface AskedHeaders {
  readonly mode: ProxyMode | null
  readonly user: string | null
  readonly conversation: string | null
  readonly session: string | null
  /** Cards at most. */
  readonly k: number | null
  readonly upstream: string | null
}

export const nameSchema: z.ZodType<string> = z
  .string()
  .max(256)
  .refine(name => name.trim() !== '' && name.isWellFormed() && !/\p{Cc}/u.test(name))

/** Beyond ASCII, clients write a header's bytes in different ways. */
const headerName: z.ZodType<string> = nameSchema.refine(name => /^[\x20-\x7e]*$/.test(name))
const optional = <Value>(schema: z.ZodType<Value>): z.ZodType<Value | null> => schema.nullable()
const schema = z.object({
  mode: optional(z.enum(proxyModes)),
  user: optional(headerName),
  conversation: optional(headerName),
  session: optional(headerName),
  k: optional(z.coerce.number().pipe(z.int().min(1).max(200))),
  upstream: optional(headerName),
})

const prefix = 'x-engram-'
/** The key is read at the door. */
const known: readonly string[] = [...Object.keys(schema.shape), 'key'].map(name => `${prefix}${name}`)

const expected: Readonly<Record<string, string>> = { mode: proxyModes.join(', '), k: 'a whole number from 1 to 200' }

/** Those of these that begin with x-engram-, by their lower-case names; a fault where one can't be what was meant. */
export function readAskedHeaders(headers: Readonly<Record<string, string>>): AskedHeaders | ProxyFault {
  const unknown = Object.keys(headers).find(name => name.startsWith(prefix) && !known.includes(name) && name !== hopsHeader)
  // A name that is misspelt would be another memory than the one that is meant, or a wider one.
  if (unknown !== undefined)
    return { status: 400, code: 'bad_header', message: `${unknown}: there is no such header. There are ${known.join(', ')}.` }
  const given = Object.fromEntries(Object.keys(schema.shape).map(name => [name, headers[`${prefix}${name}`] ?? null]))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const field = String(parsed.error.issues[0]?.path[0])
  const wanted = expected[field] ?? 'a name of at most 256 characters of ASCII that is not blank; others can stand as `user` in the body'
  const message = `x-engram-${field}: expected ${wanted}, got ${JSON.stringify(given[field])?.slice(0, 80)}.`
  return { status: 400, code: 'bad_header', message }
}
