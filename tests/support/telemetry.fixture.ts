import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { context as contexts, metrics, propagation, trace } from '@opentelemetry/api'
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node'

export interface Listening {
  readonly spans: InMemorySpanExporter
  /** A span of that name, once it has ended. */
  ended(name: string): Promise<ReadableSpan>
  /** name -> sum of its points */
  sums(): Promise<Record<string, number>>
}

/** The real SDK, as a user registers it, for one test. */
export function listen(context: TestContext): Listening {
  const spans = new InMemorySpanExporter()
  const waiting: { readonly name: string; readonly resolve: (span: ReadableSpan) => void }[] = []
  const telling: SpanProcessor = {
    onStart: () => {},
    onEnd: span => waiting.filter(({ name }) => name === span.name).forEach(({ resolve }) => void resolve(span)),
    forceFlush: async () => {},
    shutdown: async () => {},
  }
  const tracing = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans), telling] })
  tracing.register()
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  const metering = new MeterProvider({ readers: [reader] })
  metrics.setGlobalMeterProvider(metering)
  context.after(async () => {
    trace.disable()
    metrics.disable()
    contexts.disable()
    propagation.disable()
    await Promise.all([tracing.shutdown(), metering.shutdown()])
  })
  return {
    spans,
    async ended(name) {
      return spans.getFinishedSpans().find(span => span.name === name) ?? (await new Promise(resolve => waiting.push({ name, resolve })))
    },
    async sums() {
      await reader.forceFlush()
      const all =
        exporter
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap(({ metrics: found }) => found) ?? []
      const numberOf = (value: unknown): number =>
        typeof value === 'number'
          ? value
          : typeof value === 'object' && value !== null && 'count' in value
            ? Number(value.count)
            : Number.NaN
      return Object.fromEntries(
        all.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints.reduce((sum, { value }) => sum + numberOf(value), 0)]),
      )
    },
  }
}

/** Each span under its parent, as lines, in the order in which they began. `parent`: of the first, where it is not one of these. */
export function tree(spans: readonly ReadableSpan[], parent?: string, depth = 0): readonly string[] {
  return spans
    .filter(span => span.parentSpanContext?.spanId === parent)
    .toSorted((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1])
    .flatMap(span => [`${'  '.repeat(depth)}${span.name}`, ...tree(spans, span.spanContext().spanId, depth + 1)])
}

export const named = (spans: readonly ReadableSpan[], name: string): ReadableSpan => {
  const found = spans.find(span => span.name === name)
  assert.ok(found, `a span ${name} among ${spans.map(span => span.name)}`)
  return found
}
