import { z } from 'zod'
import { EngramError } from '../errors.ts'
import { type Asked, explainAbort, explainBroken, explainReply } from '../lib/requests/explain-failure.ts'
import { failedRequest } from '../lib/requests/request-fault.ts'

/** Errors of any version of the SDK go by their shape: classes of two copies of a package are not the same. */
const apiError = z.looseObject({
  statusCode: z.number(),
  message: z.string(),
  responseHeaders: z.record(z.string(), z.string().optional()).catch({}).default({}),
  responseBody: z.string().optional(),
})
const invalidResponse = z.looseObject({
  name: z.literal('AI_InvalidResponseDataError'),
  data: z.looseObject({ error: z.unknown().optional() }),
})

export function explainSdkError(error: unknown, asked: Asked, signal: AbortSignal | undefined): EngramError {
  if (error instanceof EngramError) return error
  if (signal?.aborted) return explainAbort(signal, asked.who)
  const reply = apiError.safeParse(error).data
  // A connection that broke within a good reply is an API error of status 200 without a body.
  if (reply !== undefined && (reply.statusCode >= 400 || reply.responseBody !== undefined)) {
    const { statusCode: status, responseHeaders: headers, responseBody, message } = reply
    return explainReply({ status, headers, body: responseBody ?? message }, asked)
  }
  const body = invalidResponse.safeParse(error).data?.data
  if (body?.error) return explainReply({ status: 200, headers: {}, body }, asked)
  if (body !== undefined) return failedRequest('model_no_answer', `${asked.who} answered without any choice.`)
  return explainBroken(error, asked, signal)
}

/** Of a stream: what the server sent in place of more text, or nothing where it just ended. */
export function explainStreamError(sent: unknown, asked: Asked, signal: AbortSignal | undefined): EngramError {
  if (sent === undefined || sent instanceof Error) {
    return explainSdkError(sent ?? new Error('The stream ended before the answer did.'), asked, signal)
  }
  return explainReply({ status: 200, headers: {}, body: { error: sent } }, asked)
}
