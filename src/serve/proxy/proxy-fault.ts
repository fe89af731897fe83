import { EngramError, errorCodes } from '../../errors.ts'

/** Why the proxy answers itself, or did without memory. */
export interface ProxyFault {
  readonly status: number
  readonly code: string
  /** For the client. */
  readonly message: string
  /** For whoever runs the proxy, where it is more. */
  readonly detail?: string
}

export function faultResponse(fault: ProxyFault, { url }: Request, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(faultBody(fault, new URL(url).pathname), { status: fault.status, headers })
}

/** In the shape of the errors of the API that the path is of: Anthropic's, else OpenAI's. */
export function faultBody({ status, code, message }: ProxyFault, path: string): object {
  if (/^\/v1\/messages(?:\/|$)/.test(path)) {
    const type = messagesTypes[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
    return { type: 'error', error: { type, message, code } }
  }
  return { error: { message, type: status >= 500 ? 'server_error' : 'invalid_request_error', param: null, code } }
}

const messagesTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
}

/** One line of a header: no line breaks, nothing that is not ASCII. */
export function faultHeader({ code, message }: ProxyFault): string {
  return `${code}: ${message}`.replace(/[^\x20-\x7e]+/g, '?').slice(0, 400)
}

/** A client learns what kind of failure it is; paths and hosts are for whoever runs the proxy. */
export function memoryFault(error: unknown): ProxyFault {
  const [code, message] =
    error instanceof EngramError ? [error.code, errorCodes[error.code]] : ['memory_failed', 'Memory failed. Whoever runs it sees why.']
  return { status: 503, code, message, detail: error instanceof Error ? error.message : String(error) }
}

export const notUnderstood: ProxyFault = {
  status: 400,
  code: 'not_understood',
  message: 'The request holds no list of messages in JSON, as UTF-8 and not compressed, so memory can not read it.',
}
export const noUser: ProxyFault = {
  status: 400,
  code: 'no_user',
  message: 'The request names no user, and no default is configured. Send x-engram-user, or `user` in the body.',
}
export const badUser: ProxyFault = {
  status: 400,
  code: 'bad_user',
  message: 'The user or conversation in the body is no name: expected a text of at most 256 characters that is not blank.',
}
export const mayNotWrite: ProxyFault = {
  status: 403,
  code: 'forbidden',
  message: 'This key may only read, and ingest-only is for writing. Use a key that may write, or mode off.',
}

export const loop: ProxyFault = {
  status: 508,
  code: 'upstream_loop',
  message: 'The upstream of this proxy leads back to it. Whoever runs it must name the server of the models.',
}

export function notForwarded(method: string, path: string): ProxyFault {
  const forwarded = 'POST /v1/chat/completions, /v1/responses, /v1/messages, /v1/messages/count_tokens and /v1/embeddings, GET /v1/models'
  return { status: 404, code: 'not_found', message: `${method} ${path} is not forwarded by this proxy; it forwards ${forwarded}.` }
}

export function unknownUpstream(name: string, known: readonly string[]): ProxyFault {
  return { status: 400, code: 'bad_header', message: `x-engram-upstream: expected ${known.join(' or ')}, got ${JSON.stringify(name)}.` }
}

export function tooLarge(most: number): ProxyFault {
  return { status: 413, code: 'too_large', message: `The request is larger than the ${most} bytes that are allowed.` }
}
