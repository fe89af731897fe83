import { type EngramError, type ErrorCode, errorCodes } from '../errors.ts'

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 499 | 500 | 501 | 502 | 503 | 504

/** The status of every error of the table. 5xx: the server's, or that of a server behind it; nobody who asks can mend it. */
export const statusOf: Readonly<Record<ErrorCode, ProblemStatus>> = {
  bad_input: 400,
  bad_config: 500,
  bad_file: 400,
  unknown_format: 400,
  unknown_space: 404,
  not_found: 404,
  ambiguous_id: 400,
  store_busy: 503,
  store_unusable: 500,
  store_newer: 500,
  embedder_mismatch: 500,
  bad_vector: 502,
  model_unavailable: 502,
  model_timeout: 504,
  model_rejected: 502,
  model_no_answer: 502,
  model_truncated: 502,
  prompt_too_long: 400,
  not_recorded: 503,
  no_model: 501,
  conflict: 409,
  unauthorized: 401,
  forbidden: 403,
  wrong_method: 405,
  wrong_media_type: 415,
  too_large: 413,
  too_many_requests: 429,
  not_ready: 503,
  internal: 500,
  // Nobody reads it: who asked has hung up.
  cancelled: 499,
}

/** What is told of an error to who asked. Of those of the server itself, or its store, only what to do: their messages name paths and settings. */
export function toldOf({ code, message, field }: EngramError): { readonly detail: string; readonly field: string | null } {
  return isOurs(code) || code === 'store_busy' ? { detail: errorCodes[code], field: null } : { detail: message, field }
}

/** Whoever runs the server is to see it: nobody who asks can mend it. */
export const isOurs = (code: ErrorCode): boolean => statusOf[code] === 500
