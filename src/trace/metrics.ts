import type { Attributes, Meter } from '@opentelemetry/api'
import { durationBoundaries } from './conventions.ts'
import type { OpenTelemetry } from './open-telemetry.ts'

// A meter gives the same instrument for the same name, and one is asked for only where a model was.

const meterOf = ({ metrics }: OpenTelemetry): Meter => metrics.getMeter('engram-r')

export interface Duration {
  readonly name: string
  readonly seconds: number
  readonly attributes: Attributes
}

export function recordDuration(api: OpenTelemetry, { name, seconds, attributes }: Duration): void {
  meterOf(api)
    .createHistogram(name, { unit: 's', advice: { explicitBucketBoundaries: durationBoundaries } })
    .record(seconds, attributes)
}

export interface TokenCount {
  readonly name: string
  readonly tokens: number
  readonly attributes: Attributes
}

export function countTokens(api: OpenTelemetry, { name, tokens, attributes }: TokenCount): void {
  meterOf(api).createCounter(name, { unit: '{token}' }).add(tokens, attributes)
}
