import { type Usage, unknownUsage } from '../../domain.ts'
import { EngramError, type ErrorCode } from '../../errors.ts'

/** What is known of a failed request beyond its code. */
export interface RequestFault {
  /** Of the reply, or what its error says it is; null where none came. */
  readonly status: number | null
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** How long the server asks to be left alone; null where it does not say. */
  readonly askedWaitMs: number | null
  /** What the server says of why, keys taken out; empty where it said nothing. */
  readonly quote: string
  /** What the request took all the same. */
  readonly usage: Usage
}

const faults = new WeakMap<EngramError, RequestFault>()

/** An error of a request, with its fault kept beside it: a cause would be printed with the error, and the SDK's hold whole prompts. */
export function failedRequest(
  code: ErrorCode,
  message: string,
  { cause, ...fault }: Partial<RequestFault> & { readonly cause?: unknown } = {},
): EngramError {
  const error = new EngramError(code, message, { cause })
  faults.set(error, { status: null, retryable: false, askedWaitMs: null, quote: '', usage: unknownUsage, ...fault })
  return error
}

/** Null for an error of any other origin, as of a model that a user wrote. */
export const faultOf = (error: unknown): RequestFault | null => (error instanceof EngramError ? (faults.get(error) ?? null) : null)
