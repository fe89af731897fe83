import { OpenAPIHono } from '@hono/zod-openapi'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { routePath } from 'hono/route'
import { EngramError } from '../errors.ts'
import type { OpenEngram } from '../open.ts'
import { createDoorkeeper, withoutKey } from './access/doorkeeper.ts'
import { badRequest } from './bad-request.ts'
import type { Caller } from './caller.ts'
import { cutOnFailure } from './cut-on-failure.ts'
import { type ApiDocument, addDocumentRoutes, documentOf } from './document.ts'
import { createGuard } from './guard.ts'
import { type Limits, usualLimits } from './limits.ts'
import { createMetrics } from './metrics.ts'
import { observe } from './observe.ts'
import { type Problem, problemOf, problemResponse, refusal } from './problem.ts'
import { addArchiveRoutes } from './routes/archive.ts'
import { addForgetRoutes } from './routes/forget.ts'
import { addJobRoutes } from './routes/jobs.ts'
import { addMemoryRoutes } from './routes/memories.ts'
import { addQuestionRoutes } from './routes/questions.ts'
import type { Api, ServerEnv } from './routes/route-parts.ts'
import { addSpaceRoutes } from './routes/spaces.ts'
import { addStatusRoutes } from './routes/status.ts'
import { addTurnRoutes } from './routes/turns.ts'
import { traceRequest } from './trace-request.ts'

/** Another door of the same house: who comes in has been admitted, counted and measured as for our own routes. */
export interface Mount {
  /** As '/v1': it gets all requests to it and below it, with their whole paths and without our keys. Its replies go out as they are. */
  readonly path: string
  readonly fetch: (request: Request, caller: Caller, env: object) => Response | Promise<Response>
  /** The JSON by which its clients are told of a refusal at the door; a problem as everywhere where not given. */
  readonly errorBody?: (problem: Problem, path: string) => object
}

export interface ServerOptions {
  readonly engram: OpenEngram
  /** Who asks while the store has no keys; null: without a key nobody may. Only for a server that this machine alone can reach. */
  readonly local?: Caller | null
  readonly limits?: Partial<Limits>
  readonly mounts?: readonly Mount[]
  /** Told of what failed on the server, or on one behind it: of the server itself replies do not say what. */
  readonly onFailure?: (error: unknown, route: string) => void
  /** Milliseconds that only grow. */
  readonly now?: () => number
}

export interface Server {
  /** `env.outgoing`, as @hono/node-server gives it, lets a request count as running until its reply has been sent. */
  fetch(request: Request, env?: object): Response | Promise<Response>
  /** From now on it is not ready. */
  stop(): void
  document(): ApiDocument
  /** Method and path of each of its own routes. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
}

/** The HTTP API, as a fetch handler. */
export function createServer(options: ServerOptions): Server {
  const { engram, local = null, mounts = [], onFailure = () => {}, now = () => performance.now() } = options
  const limits = { ...usualLimits, ...options.limits }
  const metrics = createMetrics()
  let closing = false
  const tell = (error: unknown, { status }: Problem, route: string): void => {
    if (status >= 500 && status !== 501) onFailure(error, route)
  }
  const refuse = (problem: Problem, path: string, headers: Readonly<Record<string, string>> = {}): Response => {
    const mount = mounts.find(mount => path === mount.path || path.startsWith(`${mount.path}/`))
    return mount?.errorBody === undefined ? problemResponse(problem, headers) : refusal(problem, mount.errorBody(problem, path), headers)
  }
  const parts = {
    engram,
    limits,
    metrics,
    isClosing: () => closing,
    failed(error: unknown, route: string) {
      const problem = problemOf(error)
      tell(error, problem, route)
      return problem
    },
  }
  const api: Api = new OpenAPIHono<ServerEnv>({
    defaultHook(result) {
      if (!result.success) throw badRequest(result.error, result.target, 'data' in result ? result.data : undefined)
    },
  })

  api.use(traceRequest)
  api.use(observe({ metrics, now }))
  api.use(
    methodNotAllowed({
      app: api,
      onMethodNotAllowed(context, methods) {
        const allowed = methods.toSorted()
        const error = new EngramError('wrong_method', `${context.req.path} takes ${allowed.join(', ')}, not ${context.req.method}.`)
        return problemResponse(problemOf(error), { allow: allowed.join(', ') })
      },
    }),
  )
  api.use(createGuard({ doorkeeper: createDoorkeeper({ keys: engram.keys, local }), limits, now, refuse }))
  api.onError((error, context) => {
    // What fails because who asked has hung up is no failure.
    const problem = context.req.raw.signal.aborted ? problemOf(new EngramError('cancelled', 'The request was given up.')) : problemOf(error)
    tell(error, problem, `${context.req.method} ${routePath(context, -1)}`)
    return refuse(problem, context.req.path, problem.status === 503 ? { 'retry-after': '1' } : {})
  })
  api.notFound(context =>
    problemResponse(problemOf(new EngramError('not_found', `There is no ${context.req.path} here; /docs says what there is.`))),
  )

  addStatusRoutes(api, parts)
  addSpaceRoutes(api, parts)
  addTurnRoutes(api, parts)
  addMemoryRoutes(api, parts)
  addQuestionRoutes(api, parts)
  addForgetRoutes(api, parts)
  addArchiveRoutes(api, parts)
  addJobRoutes(api, parts)
  addDocumentRoutes(api)
  const routes = api.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => ({ method, path }))
  for (const { path, fetch } of mounts) {
    for (const reached of [path, `${path}/*`]) {
      api.all(reached, async context => {
        context.set('mounted', true)
        return cutOnFailure(await fetch(withoutKey(context.req.raw), context.get('caller'), context.env ?? {}), context.env?.outgoing)
      })
    }
  }

  return {
    fetch: (request, env) => api.fetch(request, env),
    stop() {
      closing = true
    },
    document: () => documentOf(api),
    routes,
  }
}
