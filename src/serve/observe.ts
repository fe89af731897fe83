import type { MiddlewareHandler } from 'hono'
import { matchedRoute } from './matched-route.ts'
import type { Metrics } from './metrics.ts'
import type { ServerEnv } from './routes/route-parts.ts'

/** Counts requests by the route they matched, never by their address, and gives every reply of our own the headers that all have. */
export function observe({ metrics, now }: { readonly metrics: Metrics; readonly now: () => number }): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const start = now()
    await next()
    const { res: reply, req: request } = context
    if (context.get('mounted') !== true) {
      reply.headers.set('x-content-type-options', 'nosniff')
      if (!reply.headers.has('cache-control')) reply.headers.set('cache-control', 'no-store')
    }
    const route = matchedRoute(context) ?? 'other'
    metrics.request({ method: knownMethod(request.method), route, status: reply.status, seconds: (now() - start) / 1000 })
  }
}

/** Whatever is sent as one must not become a label. */
const knownMethod = (method: string): string => (/^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'other')
