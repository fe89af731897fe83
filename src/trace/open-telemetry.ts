export type OpenTelemetry = typeof import('@opentelemetry/api')

/** Where every copy of the API keeps what is registered with it. */
const registry = Symbol.for('opentelemetry.js.api.1')

let loading: Promise<OpenTelemetry> | null = null

/** The API, once an SDK has registered with it; null before, and then it is not even loaded. */
export function openTelemetry(): Promise<OpenTelemetry> | null {
  const registered: unknown = Reflect.get(globalThis, registry)
  if (typeof registered !== 'object' || registered === null || !('trace' in registered || 'metrics' in registered)) return null
  loading ??= import('@opentelemetry/api')
  return loading
}
