import { names } from './conventions.ts'
import { type OpenSpan, openSpan } from './open-span.ts'
import { openTelemetry } from './open-telemetry.ts'

/** What is told of a request once its reply is known. Its address is not: it names spaces. */
export interface Answered {
  /** As it is declared, without values; null where none matched. */
  readonly route: string | null
  readonly status: number
  /** Why it failed; null where the status says all. */
  readonly failure: string | null
}

export interface RequestSpan extends Pick<OpenSpan, 'run'> {
  end(answered: Answered): void
}

/**
 * A span "{method} {route}" for a request that comes in; its caller's trace goes on. null where nobody listens, and where a span is active
 * already: it is that of the program's own instrumentation, or of a door before this one.
 */
export async function openRequestSpan(request: Request): Promise<RequestSpan | null> {
  const loading = openTelemetry()
  if (loading === null) return null
  const { trace } = await loading
  const active = trace.getActiveSpan()?.spanContext()
  if (active !== undefined && active.isRemote !== true) return null
  const method = knownMethod(request.method)
  const span = await openSpan({
    name: method ?? 'HTTP',
    kind: 'server',
    attributes: { [names.requestMethod]: method ?? '_OTHER' },
    caller: Object.fromEntries(request.headers),
  })
  return (
    span && {
      run: work => span.run(work),
      end({ route, status, failure }) {
        span.end({
          name: route === null ? (method ?? 'HTTP') : `${method ?? 'HTTP'} ${route}`,
          attributes: { [names.route]: route, [names.statusCode]: status },
          // What a caller did wrong is no failure of the server.
          failure: status < 500 ? null : { type: failure ?? String(status), message: null },
        })
      },
    }
  )
}

/** Does what answers a request within its span, up to the head of the reply. */
export async function withRequestSpan(request: Request, route: string, work: () => Promise<Response>): Promise<Response> {
  const span = await openRequestSpan(request)
  if (span === null) return await work()
  try {
    const response = await span.run(work)
    span.end({ route, status: response.status, failure: null })
    return response
  } catch (error) {
    span.end({ route, status: 500, failure: null })
    throw error
  }
}

const knownMethod = (method: string): string | null => (/^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : null)
