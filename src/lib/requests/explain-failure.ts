import { z } from 'zod'
import type { Usage } from '../../domain.ts'
import type { EngramError, ErrorCode } from '../../errors.ts'
import { askedWait, type Headers } from './asked-wait.ts'
import { redact } from './redact.ts'
import { failedRequest } from './request-fault.ts'

/** Who was asked, for messages, and what must not stand in them. */
export interface Asked {
  /** 'The model gpt-oss-20b at localhost:8000'. */
  readonly who: string
  readonly secrets: readonly string[]
}

const errorBody = z.looseObject({
  message: z.string().nullish(),
  type: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
  status: z.union([z.string(), z.number()]).nullish(),
  detail: z.unknown().optional(),
})
/** {error: {…}}, {error: '…'} or the error itself. */
const replyBody = z.union([
  z.looseObject({ error: z.union([z.string(), errorBody]) }).transform(({ error }) => error),
  errorBody.refine(({ message, detail }) => typeof message === 'string' || detail !== undefined),
  z.string(),
])

const quotaIsUsedUp = /insufficient_quota|billing_hard_limit|insufficient_credits|insufficient_balance/
const refusedTypes = /invalid_request|not_found|authentication|permission|unsupported|invalid_api_key/

export interface FailedReply {
  readonly status: number
  readonly headers: Headers
  /** JSON or any text; an object where it is parsed already. */
  readonly body: unknown
  readonly usage?: Usage
}

/** The error for a reply that is none, whatever its status: some servers answer 200 with an error in the body. */
export function explainReply({ status, headers, body, usage }: FailedReply, { who, secrets }: Asked): EngramError {
  const { said, kind, ownStatus } = readError(body)
  const known = status >= 400 ? status : ownStatus
  const quote = redact(said, secrets)
  const { code, retryable, advice } = judge(known, kind, headers['x-should-retry'])
  const answered = status >= 400 ? `answered ${status}` : `answered ${status} with an error${known === null ? '' : ` ${known}`}`
  const askedWaitMs = retryable ? askedWait(headers, Date.now()) : null
  const asks = askedWaitMs === null ? '' : ` It asks to be left alone for ${Math.ceil(askedWaitMs / 1000)} s.`
  return failedRequest(code, `${who} ${answered}${quote === '' ? '' : `: "${quote}"`}.${asks} ${advice}`, {
    status: known,
    retryable,
    askedWaitMs,
    quote,
    ...(usage === undefined ? {} : { usage }),
  })
}

/** Of a request that got no reply, or half of one. A signal that has been aborted is the reason, whatever the error says. */
export function explainBroken(error: unknown, { who, secrets }: Asked, signal: AbortSignal | undefined): EngramError {
  if (signal?.aborted) return explainAbort(signal, who)
  const reasons = chain(error)
  const said = redact(reasons.map(({ message, code }) => `${code ?? ''} ${message}`.trim()).at(-1) ?? String(error), secrets)
  if (reasons.some(({ code }) => code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')) {
    return failedRequest('model_timeout', `${who} was silent for too long (${said}).`, { retryable: true, cause: error })
  }
  return failedRequest(
    'model_unavailable',
    `${who} could not be reached, or the connection broke: ${said}. Check the address and that it runs.`,
    {
      retryable: true,
      quote: said,
    },
  )
}

/** A time limit is one, whoever set it; anything else was stopped on request. `cause` is the signal's reason. */
export function explainAbort(signal: AbortSignal, who: string): EngramError {
  const reason: unknown = signal.reason
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? failedRequest(
        'model_timeout',
        `${who} took longer than allowed (${reason.message.replace(/\.$/, '')}). Try again, or allow it more time.`,
        {
          retryable: true,
          cause: reason,
        },
      )
    : failedRequest('cancelled', `Stopped on request while waiting for ${who.replace(/^The/, 'the')}.`, { cause: reason })
}

function judge(
  status: number | null,
  kind: string,
  shouldRetry: string | undefined,
): { readonly code: ErrorCode; readonly retryable: boolean; readonly advice: string } {
  const rejected = (advice: string) => ({ code: 'model_rejected', retryable: false, advice }) as const
  if (status === 402 || quotaIsUsedUp.test(kind)) return rejected('Its quota is used up: raise it, or use another model.')
  const passing = status === null ? !refusedTypes.test(kind) : [408, 409, 425, 429].includes(status) || status >= 500
  const retryable = shouldRetry === 'true' || (passing && shouldRetry !== 'false')
  if (passing || retryable) {
    const advice = status === 429 ? 'Send it fewer requests a minute, or try again later.' : 'Try again later.'
    return { code: 'model_unavailable', retryable, advice }
  }
  if (status === 401 || status === 403) return rejected('Check its key.')
  if (status === 404) return rejected('Check its address and the model id.')
  return rejected('The same request would be refused again: correct what it names.')
}

function readError(body: unknown): { readonly said: string; readonly kind: string; readonly ownStatus: number | null } {
  const value = typeof body === 'string' ? parsed(body) : body
  const { data } = replyBody.safeParse(value)
  if (data === undefined) return { said: value === undefined ? '' : JSON.stringify(value), kind: '', ownStatus: null }
  if (typeof data === 'string') return { said: data, kind: '', ownStatus: null }
  const { message, detail, type, code, status } = data
  const ownStatus = [code, status].map(Number).find(number => number >= 400 && number < 600) ?? null
  return { said: message ?? (detail === undefined ? '' : JSON.stringify(detail)), kind: [type, code, status].join(' '), ownStatus }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function chain(error: unknown): readonly { readonly message: string; readonly code: string | undefined }[] {
  const reasons: { message: string; code: string | undefined }[] = []
  for (let at: unknown = error; at instanceof Error && reasons.length < 8; at = at.cause) {
    reasons.push({ message: at.message, code: 'code' in at && typeof at.code === 'string' ? at.code : undefined })
  }
  return reasons
}
