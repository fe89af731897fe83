import { EngramError } from '../errors.ts'
import { type Known, openSpan, type SpanStart } from './open-span.ts'
import { openTelemetry } from './open-telemetry.ts'

export interface SpanContent {
  /** Spans carry the words of people and models too, those of errors among them. */
  readonly content: boolean
}

export interface SpanOptions<Result> extends SpanStart, SpanContent {
  /** What is known when it is done. */
  readonly done?: (result: Result) => Known
}

/** Does the work within a span, under which all spans of the work stand. Where nobody listens it just does the work. */
export async function withSpan<Result>({ done, content, ...start }: SpanOptions<Result>, work: () => Promise<Result>): Promise<Result> {
  if (openTelemetry() === null) return await work()
  const span = await openSpan(start)
  if (span === null) return await work()
  try {
    const result = await span.run(work)
    span.end({ attributes: done?.(result) ?? {} })
    return result
  } catch (error) {
    const type = error instanceof EngramError ? error.code : error instanceof Error ? error.name : '_OTHER'
    span.end({ failure: { type, message: content && error instanceof Error ? error.message : null } })
    throw error
  }
}
