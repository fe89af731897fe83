import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { ServerEnv } from './routes/route-parts.ts'

/** The route that a request came to, as it is declared: without the names of spaces. null where there is none. */
export function matchedRoute(context: Context<ServerEnv>): string | null {
  const path = routePath(context, -1)
  return path === '' || path === '/*' ? null : path
}
