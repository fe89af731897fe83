import { createRoute, z } from '@hono/zod-openapi'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { memoryKinds } from '../../domain.ts'
import { answerJson, evidenceJson } from '../../lib/answer-json.ts'
import { given } from '../../lib/given.ts'
import type { RecallOptions, Space } from '../../open.ts'
import { answer, draftEvent, evidence } from '../schemas/answer-schemas.ts'
import {
  type Api,
  always,
  body,
  checkRight,
  existingSpace,
  inSpace,
  json,
  limitBody,
  type RouteParts,
  whereMissing,
  withBody,
  withModel,
} from './route-parts.ts'

const questionShape = {
  question: z.string().min(1).openapi({ example: 'When did Ana move to Lyon?' }),
  cards: z.int().min(1).max(1_000).optional().openapi({ description: 'at most so many cards; not together with tokens or adaptive' }),
  tokens: z.int().min(1).max(1_000_000).optional().openapi({ description: 'cards in at most so many o200k tokens' }),
  adaptive: z.boolean().optional().openapi({ description: 'as many cards as the question needs' }),
  floor: z.number().min(0).max(1).optional().openapi({ description: 'cards must score at least so much' }),
  kinds: z.array(z.enum(memoryKinds)).optional(),
  speakers: z.array(z.string()).optional(),
  at: z.string().optional().openapi({ description: 'when it is asked, ISO 8601' }),
  asOf: z.string().optional().openapi({ description: 'answer from what had been said by then, ISO 8601' }),
}
const recallBody = z.strictObject(questionShape).openapi('Question')
const askBody = z
  .strictObject({
    ...questionShape,
    stream: z.boolean().optional().openapi({ description: 'the draft as it comes, as server-sent events' }),
  })
  .openapi('QuestionToAnswer')

export function addQuestionRoutes(api: Api, parts: RouteParts): void {
  const { limits, metrics } = parts
  const shared = { middleware: [limitBody(limits.bodyBytes)], params: inSpace }

  const recall = createRoute({
    method: 'post',
    path: '/api/spaces/{space}/recall',
    summary: 'The evidence for a question',
    description: 'Cards with claims, times, scores and the words that they rest on. Right: read.',
    middleware: shared.middleware,
    request: { params: shared.params, body: body(recallBody) },
    responses: { 200: json(evidence, 'The cards.'), ...always, ...whereMissing, ...withBody, ...withModel },
  })
  api.openapi(recall, async context => {
    const space = await existingSpace(parts, checkRight(context, 'read'), context.req.valid('param').space)
    const { question, ...options } = context.req.valid('json')
    const found = await space.recall(question, { ...given(options), signal: context.req.raw.signal })
    metrics.recalled(found.tokens)
    return context.json({ ...evidenceJson(found, space.scope.space), text: found.text }, 200)
  })

  const ask = createRoute({
    method: 'post',
    path: '/api/spaces/{space}/ask',
    summary: 'A cited answer',
    description: 'Without a model it answers a sure "when", else quotes the closest cards and says so. Right: read.',
    middleware: shared.middleware,
    request: { params: shared.params, body: body(askBody) },
    responses: {
      200: {
        description: 'The answer; with `stream` the draft, then the answer.',
        content: { 'application/json': { schema: answer }, 'text/event-stream': { schema: draftEvent } },
      },
      ...always,
      ...whereMissing,
      ...withBody,
      ...withModel,
    },
  })
  api.openapi(ask, async context => {
    const space = await existingSpace(parts, checkRight(context, 'read'), context.req.valid('param').space)
    const { question, stream = false, ...options } = context.req.valid('json')
    const asked = { question, options: given(options), signal: context.req.raw.signal }
    if (stream) return streamSSE(context, events => streamAnswer(events, space, asked, parts))
    const told = await space.ask(question, { ...asked.options, signal: asked.signal })
    metrics.answered(told.by, told.usage)
    return context.json(answerJson(told, space.scope.space), 200)
  })
}

interface Asked {
  readonly question: string
  readonly options: RecallOptions
  readonly signal: AbortSignal
}

/** The head of the reply has gone out: what fails now is told as the last event. */
async function streamAnswer(events: SSEStreamingApi, space: Space, { question, options, signal }: Asked, parts: RouteParts): Promise<void> {
  const stop = new AbortController()
  const gone = AbortSignal.any([signal, stop.signal])
  events.onAbort(() => stop.abort())
  const send = (event: string, data: object): Promise<void> => events.writeSSE({ event, data: JSON.stringify(data) })
  // In their order.
  let sent: Promise<void> = Promise.resolve()
  try {
    const told = await space.ask(question, {
      ...options,
      signal: gone,
      onDraft: event => {
        sent = sent.then(() => send(event.type, event))
      },
    })
    parts.metrics.answered(told.by, told.usage)
    await sent
    await send('answer', answerJson(told, space.scope.space))
  } catch (error) {
    await sent
    if (!gone.aborted) await send('error', parts.failed(error, 'POST /api/spaces/:space/ask'))
  }
}
