import { z } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import { EngramError, type ErrorCode, errorCodes } from '../errors.ts'

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

/** RFC 9457, and our code beside it. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: ProblemStatus
  readonly detail: string
  readonly code: ErrorCode
  readonly field: string | null
  readonly line: number | null
}

const problemShape = {
  type: z.string().openapi({ example: 'urn:engram-r:error:bad_input' }),
  title: z.string().openapi({ description: 'what to do about errors of this code' }),
  status: z.int(),
  detail: z.string().openapi({ description: 'what was expected and what came' }),
  code: z.string().openapi({ enum: Object.keys(errorCodes) }),
  field: z.string().nullable().openapi({ description: 'of the request, as a path', example: 'turns[3].at' }),
  line: z.int().nullable().openapi({ description: 'of an import, from 1' }),
}
/** As it is written; to a reader any number and word is one. */
export type ProblemJson = Omit<Problem, 'status' | 'code'> & { readonly status: number; readonly code: string }
export const problemSchema: z.ZodType<ProblemJson> = z
  .strictObject(problemShape)
  .openapi('Problem', { description: 'An error, by RFC 9457. The code stays the same between versions.' })

/** An error that tells what was done all the same. */
export const problemWithReceipt = <Receipt>(receipt: z.ZodType<Receipt>): z.ZodType<ProblemJson & { readonly receipt: Receipt }> =>
  z.intersection(z.object(problemShape), z.object({ receipt }))

export const problemType = 'application/problem+json'

/** What is told of an error. Of those of the server itself only what to do: their messages name paths and settings. */
export function problemOf(error: unknown): Problem {
  const { code, message, field, line } = toEngramError(error)
  const status = statusOf[code]
  return {
    type: `urn:engram-r:error:${code}`,
    title: errorCodes[code],
    status,
    detail: status === 500 ? errorCodes[code] : message,
    code,
    field: status === 500 ? null : field,
    line,
  }
}

export function problemResponse(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  const asked: Readonly<Record<string, string>> = problem.status === 401 ? { 'www-authenticate': 'Bearer realm="engram-r"' } : {}
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': problemType, ...asked, ...headers },
  })
}

function toEngramError(error: unknown): EngramError {
  if (error instanceof EngramError) return error
  if (error instanceof Error && error.name === 'AbortError')
    return new EngramError('cancelled', 'The request was given up.', { cause: error })
  // What hono and its validators throw.
  if (error instanceof HTTPException && error.status === 415)
    return new EngramError('wrong_media_type', 'The body is expected as application/json: send that content type.', { cause: error })
  if (error instanceof HTTPException && error.status === 400)
    return new EngramError('bad_input', 'The body is not JSON. Send one object, as /docs shows it for the route.', { cause: error })
  return new EngramError('internal', errorCodes.internal, { cause: error })
}
