import type { MiddlewareHandler } from 'hono'
import { EngramError } from '../errors.ts'
import type { Doorkeeper } from './access/doorkeeper.ts'
import type { Limits } from './limits.ts'
import { type Problem, problemOf } from './problem.ts'
import { publicPaths } from './public-paths.ts'
import type { ServerEnv } from './routes/route-parts.ts'
import { createTokenBuckets } from './token-bucket.ts'

export interface GuardParts {
  readonly doorkeeper: Doorkeeper
  readonly limits: Limits
  readonly now: () => number
  readonly refuse: (problem: Problem, path: string, headers: Readonly<Record<string, string>>) => Response
}

/** Before any route: may this request come in, and now? */
export function createGuard({ doorkeeper, limits, now, refuse }: GuardParts): MiddlewareHandler<ServerEnv> {
  const { requestsPerMinute, concurrency } = limits
  const buckets = requestsPerMinute === null ? null : createTokenBuckets({ perMinute: requestsPerMinute, now })
  const running = new Map<string, number>()

  function tooMany(path: string, message: string, waitMs: number): Response {
    const seconds = String(Math.ceil(waitMs / 1000))
    const error = new EngramError('too_many_requests', `${message} Wait ${seconds} s.`)
    return refuse(problemOf(error), path, { 'retry-after': seconds })
  }

  return async (context, next) => {
    const request = context.req.raw
    checkPath(request)
    const open = await doorkeeper.checkOrigin(request)
    if (publicPaths.includes(context.req.path)) return next()
    const { caller, keyId } = await doorkeeper.admit(request, open)
    const { outgoing } = context.env ?? {}
    // It would never be told that it ends.
    if (outgoing?.destroyed === true) throw new EngramError('cancelled', 'The request was given up.')
    const waitMs = buckets?.take(keyId) ?? 0
    if (waitMs > 0) return tooMany(context.req.path, `More than ${requestsPerMinute} requests in a minute.`, waitMs)
    const others = running.get(keyId) ?? 0
    if (concurrency !== null && others >= concurrency)
      return tooMany(context.req.path, `${concurrency} requests of this key are being answered.`, 1_000)
    running.set(keyId, others + 1)
    const release = (): void => {
      const left = (running.get(keyId) ?? 1) - 1
      if (left > 0) running.set(keyId, left)
      else running.delete(keyId)
    }
    // A reply that streams is running until it has been sent.
    outgoing?.once('close', release)
    context.set('caller', caller)
    try {
      await next()
    } finally {
      if (outgoing === undefined) release()
    }
  }
}

/** What can not be decoded would be taken as it stands, and be another name than the one that is meant. */
function checkPath(request: Request): void {
  const { pathname } = new URL(request.url)
  try {
    decodeURIComponent(pathname)
  } catch (cause) {
    throw new EngramError('bad_input', 'The path is not URL-encoded UTF-8.', { field: 'path', cause })
  }
}
