import type { ModelCall } from '../../domain.ts'
import type { TimedCall } from './run-rows.ts'

export function timedCall({ ms, replayed, cost, failed, usage }: ModelCall): TimedCall {
  return { ms: toMicroseconds(ms), replayed, cost, failed, inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }
}

/** Milliseconds with three decimals. */
export function toMicroseconds(ms: number): number {
  return Math.round(1000 * ms) / 1000
}
