import { z } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import { EngramError, type ErrorCode, errorCodes } from '../errors.ts'
import { type ProblemStatus, statusOf, toldOf } from './told-error.ts'

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

export function problemOf(error: unknown): Problem {
  const known = toEngramError(error)
  const { code, line } = known
  return { type: `urn:engram-r:error:${code}`, title: errorCodes[code], status: statusOf[code], code, line, ...toldOf(known) }
}

export function problemResponse(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  return refusal(problem, problem, { 'content-type': problemType, ...headers })
}

/** A problem in the words of another API. */
export function refusal({ status }: Problem, body: object, headers: Readonly<Record<string, string>>): Response {
  const asked: Readonly<Record<string, string>> = status === 401 ? { 'www-authenticate': 'Bearer realm="engram-r"' } : {}
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...asked, ...headers } })
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
