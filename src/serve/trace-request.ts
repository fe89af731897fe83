import type { MiddlewareHandler } from 'hono'
import { EngramError } from '../errors.ts'
import { openRequestSpan } from '../trace/request-span.ts'
import { matchedRoute } from './matched-route.ts'
import type { ServerEnv } from './routes/route-parts.ts'

/** A span for each request, mounts too, until its reply has been sent. */
export const traceRequest: MiddlewareHandler<ServerEnv> = async (context, next) => {
  const span = await openRequestSpan(context.req.raw)
  if (span === null) return next()
  await span.run(next)
  const { error, res: reply } = context
  const answered = {
    route: matchedRoute(context),
    status: reply.status,
    failure: error instanceof EngramError ? error.code : null,
  }
  const { outgoing } = context.env ?? {}
  if (outgoing === undefined || outgoing.closed) span.end(answered)
  else outgoing.once('close', () => span.end(answered))
}
