import type { HttpBindings } from '@hono/node-server'
import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { EngramError } from '../../errors.ts'
import type { OpenEngram, Space } from '../../open.ts'
import { type Caller, hasRight, type Right } from '../caller.ts'
import { genuineRequest } from '../genuine-request.ts'
import type { Limits } from '../limits.ts'
import type { Metrics } from '../metrics.ts'
import { type Problem, type ProblemJson, problemSchema, problemType } from '../problem.ts'

/** What is known of a request when it comes to its route. */
export interface ServerEnv {
  /** Of @hono/node-server, where it serves. */
  readonly Bindings: Partial<HttpBindings>
  readonly Variables: {
    readonly caller: Caller
    /** Another handler's reply: nothing is added to it. */
    readonly mounted?: boolean
  }
}
export type Api = OpenAPIHono<ServerEnv>

export interface RouteParts {
  readonly engram: OpenEngram
  readonly limits: Limits
  readonly metrics: Metrics
  /** For what fails after the head of a reply has gone out: told to the log as any other, and what to tell of it. */
  readonly failed: (error: unknown, route: string) => Problem
}

export function checkRight(context: Context<ServerEnv>, needed: Right): Caller {
  const caller = context.get('caller')
  if (hasRight(caller, needed)) return caller
  throw new EngramError('forbidden', `This needs a key with the right "${needed}"; the one that came has "${caller.right}".`)
}

/** The caller's space of that name. A space of another tenant is not there. */
export async function existingSpace({ engram }: RouteParts, { tenant }: Caller, name: string): Promise<Space> {
  const space = engram.space({ tenant, space: name })
  if (await space.exists()) return space
  throw new EngramError('unknown_space', `There is no space ${JSON.stringify(name)}.`, { field: 'space' })
}

export const spaceParam: z.ZodType<string> = z
  .string()
  .min(1)
  .openapi({ description: 'Which conversation, user or agent: the name, URL-encoded.', example: 'ana' })

export const inSpace: z.ZodObject<{ space: z.ZodType<string> }, z.core.$strict> = z.strictObject({ space: spaceParam })

export const pageQuery: z.ZodObject<{ cursor: z.ZodOptional<z.ZodString>; limit: z.ZodDefault<z.ZodCoercedNumber> }, z.core.$strict> =
  z.strictObject({
    cursor: z.string().min(1).optional().openapi({ description: 'the `next` of the page before' }),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  })

/** A page of items, as every list gives it. */
export const pageOf = <Item>(item: z.ZodType<Item>): z.ZodType<{ readonly items: readonly Item[]; readonly next: string | null }> =>
  z.strictObject({
    items: z.array(item),
    next: z.string().nullable().openapi({ description: 'Ask for the page that follows with `?cursor=`; null after the last.' }),
  })

/** A reply, or a body, of JSON. */
type JsonContent<Schema> = {
  readonly 'application/json': { readonly schema: z.ZodType<Schema> }
}
export const json = <Schema>(
  schema: z.ZodType<Schema>,
  description: string,
): { readonly description: string; readonly content: JsonContent<Schema> } => ({ description, content: { 'application/json': { schema } } })

export const body = <Schema>(schema: z.ZodType<Schema>): { readonly required: true; readonly content: JsonContent<Schema> } => ({
  required: true,
  content: { 'application/json': { schema } },
})

type ProblemReply = {
  readonly description: string
  readonly content: { readonly 'application/problem+json': { readonly schema: z.ZodType<ProblemJson> } }
}
const problem = (description: string): ProblemReply => ({ description, content: { [problemType]: { schema: problemSchema } } })

/** The errors of every route, whatever it does. */
export const always: Readonly<Record<400 | 401 | 403 | 429 | 500 | 503, ProblemReply>> = {
  400: problem('A value has the wrong shape; `field` names it.'),
  401: problem('No key came, or none that the server knows.'),
  403: problem('The key may not do this; without keys: not from this machine.'),
  429: problem('Too many requests of one key; wait as long as Retry-After says.'),
  500: problem('Something failed on the server.'),
  503: problem('The server, or its store, can not work now.'),
}
export const whereMissing: Readonly<Record<404, ProblemReply>> = { 404: problem('There is no such thing of this caller.') }
export const withBody: Readonly<Record<413 | 415, ProblemReply>> = {
  413: problem('The body is too large.'),
  415: problem('The body is of a kind that is not read here.'),
}
/** Of a route that may ask a model or an embedder. */
export const withModel: Readonly<Record<501 | 502 | 504, ProblemReply>> = {
  501: problem('No model is configured.'),
  502: problem('A model server could not be used.'),
  504: problem('A model server took too long.'),
}

export function limitBody(bytes: number): MiddlewareHandler<ServerEnv> {
  const limit = bodyLimit({
    maxSize: bytes,
    onError() {
      throw new EngramError('too_large', `The body is larger than ${bytes} bytes. Send it in parts.`)
    },
  })
  return (context, next) => {
    // Hono makes another request of it where the length is not told.
    context.req.raw = genuineRequest(context.req.raw)
    return limit(context, next)
  }
}
