import { EngramError, type ErrorCode } from '../../errors.ts'
import type { Failure } from './run-rows.ts'

/** Of one question: another may succeed. Everything else ends the run. */
const ofOneQuestion: ReadonlySet<ErrorCode> = new Set([
  'model_unavailable',
  'model_timeout',
  'model_rejected',
  'model_no_answer',
  'model_truncated',
  'prompt_too_long',
])

/** A failed sample as a row has it. Throws again what is no failure of the sample. */
export function recordFailure(error: unknown): Failure {
  if (error instanceof EngramError && ofOneQuestion.has(error.code)) return { code: error.code, message: error.message }
  throw error
}

const mostInARow = 10

/** Tells when nothing succeeds any more, and stays with it: a server that is gone should not fail every question in turn. */
export function createFailureWatch(): { note(error: Failure | null): void; readonly last: () => Failure | null } {
  let inARow = 0
  let last: Failure | null = null
  return {
    note(error) {
      if (inARow >= mostInARow) return
      inARow = error === null ? 0 : inARow + 1
      last = error
    },
    last: () => (inARow >= mostInARow ? last : null),
  }
}
