import type { Attributes, Context, Link, SpanContext, SpanKind, TextMapGetter } from '@opentelemetry/api'
import { names } from './conventions.ts'
import { recordDuration } from './metrics.ts'
import { type OpenTelemetry, openTelemetry } from './open-telemetry.ts'

/** A value that is not known leaves its attribute out. */
export type Known = Readonly<Record<string, Attributes[string] | null>>

/** Where a caller says which trace it is in: headers by their lower-case names, or what a protocol has for them. */
export type Carrier = Readonly<Record<string, unknown>>

export interface SpanStart {
  readonly name: string
  readonly kind: 'client' | 'internal' | 'server'
  readonly attributes: Known
  /** A histogram that gets how long it took. */
  readonly duration?: string | undefined
  /** Its trace goes on. */
  readonly caller?: Carrier | undefined
}

export interface SpanEnd {
  readonly attributes?: Known
  readonly name?: string
  readonly failure?: { readonly type: string; readonly message: string | null } | null
}

/** A span whose end is told: what it is about may go on after the call that began it. */
export interface OpenSpan {
  /** Does the work within it: all spans of the work stand under it. */
  run<Result>(work: () => Result): Result
  /** What tells another server of the trace; empty where no propagator is registered. */
  headers(): Readonly<Record<string, string>>
  /** Only the first call counts. */
  end(end: SpanEnd): void
}

/** null where nobody listens. */
export async function openSpan({ name, kind, attributes, duration, caller }: SpanStart): Promise<OpenSpan | null> {
  const loading = openTelemetry()
  if (loading === null) return null
  const api = await loading
  const kinds: Record<typeof kind, SpanKind> = { client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL, server: api.SpanKind.SERVER }
  const started = performance.now()
  const { parent, links } = parentOf(api, caller)
  const span = api.trace.getTracer('engram-r').startSpan(name, { kind: kinds[kind], attributes: known(attributes), links }, parent)
  const within = api.trace.setSpan(parent, span)
  let isOver = false
  return {
    run: work => api.context.with(within, work),
    headers() {
      const carrier: Record<string, string> = {}
      api.propagation.inject(within, carrier)
      return carrier
    },
    end({ attributes: found = {}, name: better, failure = null }) {
      if (isOver) return
      isOver = true
      span.setAttributes(known(found))
      if (better !== undefined) span.updateName(better)
      const failed: Attributes = failure === null ? {} : { [names.errorType]: failure.type }
      if (failure !== null) {
        span.setAttributes(failed)
        span.setStatus({ code: api.SpanStatusCode.ERROR, ...(failure.message !== null && { message: failure.message }) })
      }
      if (duration !== undefined) {
        const told = known(
          Object.fromEntries([names.operation, names.provider, names.requestModel].map(key => [key, attributes[key] ?? null])),
        )
        recordDuration(api, { name: duration, seconds: (performance.now() - started) / 1000, attributes: { ...told, ...failed } })
      }
      span.end()
    },
  }
}

/** The caller's trace goes on: under the span that is active, where that is of the same trace, else with a link to it. */
function parentOf(api: OpenTelemetry, caller: Carrier | undefined): { readonly parent: Context; readonly links: Link[] } {
  const active = api.context.active()
  if (caller === undefined) return { parent: active, links: [] }
  const told = api.propagation.extract(active, caller, getter)
  const remote: SpanContext | undefined = api.trace.getSpanContext(told)
  const local = api.trace.getSpanContext(active)
  if (local === undefined) return { parent: told, links: [] }
  return remote?.traceId === local.traceId ? { parent: active, links: [] } : { parent: told, links: [{ context: local }] }
}

const getter: TextMapGetter<Carrier> = {
  keys: carrier => Object.keys(carrier),
  get(carrier, key) {
    const value = carrier[key]
    return typeof value === 'string' ? value : undefined
  },
}

export function known(attributes: Known): Attributes {
  const entries = Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [[key, value] as const],
  )
  return Object.fromEntries(entries)
}
