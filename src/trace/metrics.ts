import type { Attributes, Meter } from '@opentelemetry/api'
import { durationBoundaries, metricNames } from './conventions.ts'
import { type OpenTelemetry, openTelemetry } from './open-telemetry.ts'

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

export const tokenNumbers = ['inputTokens', 'cachedInputTokens', 'outputTokens', 'reasoningTokens'] as const
export type TokenNumbers = Readonly<Record<(typeof tokenNumbers)[number], number | null>>

/** Counts what is known. */
export async function countUsage(usage: TokenNumbers, attributes: Attributes): Promise<void> {
  const api = await openTelemetry()
  if (api === null) return
  for (const number of tokenNumbers) {
    const spent = usage[number]
    if (spent !== null) meterOf(api).createCounter(metricNames[number], { unit: '{token}' }).add(spent, attributes)
  }
}
