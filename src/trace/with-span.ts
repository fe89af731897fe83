import type { Attributes, Span, SpanKind } from '@opentelemetry/api'
import { EngramError } from '../errors.ts'
import { names } from './conventions.ts'
import { recordDuration } from './metrics.ts'
import { openTelemetry } from './open-telemetry.ts'

/** A value that is not known leaves its attribute out. */
export type Known = Readonly<Record<string, Attributes[string] | null>>

export interface SpanContent {
  /** Spans carry the words of people and models too, those of errors among them. */
  readonly content: boolean
}

export interface SpanOptions<Result> extends SpanContent {
  readonly name: string
  readonly kind: 'client' | 'internal' | 'server'
  readonly attributes: Known
  /** What is known when it is done. */
  readonly done?: (result: Result) => Known
  /** A histogram that gets how long it took. */
  readonly duration?: string
}

/** Does the work within a span, under which all spans of the work stand. Where nobody listens it just does the work. */
export async function withSpan<Result>(options: SpanOptions<Result>, work: () => Promise<Result>): Promise<Result> {
  const loading = openTelemetry()
  if (loading === null) return await work()
  const api = await loading
  const { name, kind, attributes, done, duration, content } = options
  const kinds: Record<typeof kind, SpanKind> = { client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL, server: api.SpanKind.SERVER }
  const started = performance.now()
  const ended = (failed: Known): void => {
    if (duration === undefined) return
    const told = [names.operation, names.provider, names.requestModel].map(key => [key, attributes[key] ?? null])
    recordDuration(api, {
      name: duration,
      seconds: (performance.now() - started) / 1000,
      attributes: known({ ...Object.fromEntries(told), ...failed }),
    })
  }
  return await api.trace
    .getTracer('engram-r')
    .startActiveSpan(name, { kind: kinds[kind], attributes: known(attributes) }, async (span: Span) => {
      try {
        const result = await work()
        if (done !== undefined) span.setAttributes(known(done(result)))
        ended({})
        return result
      } catch (error) {
        const type = error instanceof EngramError ? error.code : error instanceof Error ? error.name : '_OTHER'
        span.setAttribute(names.errorType, type)
        span.setStatus({ code: api.SpanStatusCode.ERROR, ...(content && error instanceof Error && { message: error.message }) })
        ended({ [names.errorType]: type })
        throw error
      } finally {
        span.end()
      }
    })
}

export function known(attributes: Known): Attributes {
  const entries = Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [[key, value] as const],
  )
  return Object.fromEntries(entries)
}
