import { z } from 'zod'
import type { Served } from '../domain.ts'

/** What came back, before anything is counted or cleaned. */
export interface ServerReply {
  /** May hold think tags. */
  readonly content: string
  /** Sent apart from the content; empty where none was. */
  readonly reasoning: string
  /** In the SDK's words: stop, length, content-filter, tool-calls, error, other. */
  readonly finish: string
  readonly usage: SdkUsage
  readonly served: Served
}

export interface SdkUsage {
  readonly input: number | null
  readonly cached: number | null
  readonly output: number | null
  readonly reasoning: number | null
  /** 0 is also written for what was not said; `raw` tells. */
  readonly zerosAreDefaults: boolean
  /** As the server said it. */
  readonly raw: unknown
}

export type StreamPart =
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly delta: string }
  | { readonly type: 'finish'; readonly finishReason: string; readonly usage: SdkUsage }
  | { readonly type: 'response-metadata'; readonly modelId?: string | undefined }
  | { readonly type: 'raw'; readonly rawValue?: unknown }
  | { readonly type: 'error'; readonly error?: unknown }
  | { readonly type: 'other' }

const tokens = z.number().int().nonnegative().nullish().catch(null)
const unknownToSdk: SdkUsage = { input: null, cached: null, output: null, reasoning: null, zerosAreDefaults: true, raw: undefined }

/** Nested, with what the server said, since v3; plain numbers in v2. */
const usageSchema = z
  .union([
    z
      .looseObject({
        inputTokens: z.looseObject({ total: tokens, cacheRead: tokens }),
        outputTokens: z.looseObject({ total: tokens, reasoning: tokens }),
        raw: z.unknown().optional(),
      })
      .transform(
        ({ inputTokens, outputTokens, raw }): SdkUsage => ({
          input: inputTokens.total ?? null,
          cached: inputTokens.cacheRead ?? null,
          output: outputTokens.total ?? null,
          reasoning: outputTokens.reasoning ?? null,
          zerosAreDefaults: true,
          raw,
        }),
      ),
    z.looseObject({ inputTokens: tokens, outputTokens: tokens, reasoningTokens: tokens, cachedInputTokens: tokens }).transform(
      ({ inputTokens, outputTokens, reasoningTokens, cachedInputTokens }): SdkUsage => ({
        input: inputTokens ?? null,
        cached: cachedInputTokens ?? null,
        output: outputTokens ?? null,
        reasoning: reasoningTokens ?? null,
        zerosAreDefaults: false,
        raw: undefined,
      }),
    ),
  ])
  .catch(unknownToSdk)

const finishSchema = z.union([z.string(), z.looseObject({ unified: z.string() }).transform(({ unified }) => unified)]).catch('other')

const generatedSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional().catch(undefined) })),
  finishReason: finishSchema,
  usage: usageSchema,
  response: z
    .looseObject({ body: z.unknown().optional(), modelId: z.string().optional().catch(undefined) })
    .nullish()
    .catch(null),
})

const partSchema = z
  .union([
    z.object({ type: z.enum(['text-delta', 'reasoning-delta']), delta: z.string() }),
    z.object({ type: z.literal('finish'), finishReason: finishSchema, usage: usageSchema }),
    z.object({ type: z.literal('response-metadata'), modelId: z.string().optional().catch(undefined) }),
    z.object({ type: z.literal('raw'), rawValue: z.unknown().optional() }),
    z.object({ type: z.literal('error'), error: z.unknown().optional() }),
  ])
  .catch({ type: 'error', error: undefined })
const readTypes = new Set(['text-delta', 'reasoning-delta', 'finish', 'response-metadata', 'raw', 'error'])
const typed = z.looseObject({ type: z.string() })

const words = z.string().catch('').default('')
/** A message, or the delta of a chunk, in all the ways in which servers name the reasoning. The SDK reads the first two. */
const messageSchema = z.looseObject({
  reasoning_content: words,
  reasoning: words,
  thinking: words,
  reasoning_details: z
    .array(z.looseObject({ text: words }))
    .catch([])
    .default([]),
})
const bodySchema = z.looseObject({
  choices: z.array(z.looseObject({ message: messageSchema.nullish(), delta: messageSchema.nullish() })).min(1),
})

/** The reasoning in a chat completion or a chunk of one; empty where the body is something else. */
export function reasoningIn(body: unknown): string {
  const choice = bodySchema.safeParse(body).data?.choices[0]
  const message = choice?.message ?? choice?.delta
  if (!message) return ''
  const { reasoning_content, reasoning, thinking, reasoning_details } = message
  return [reasoning_content, reasoning, thinking, reasoning_details.map(({ text }) => text).join('')].find(text => text !== '') ?? ''
}

const fingerprinted = z.looseObject({ system_fingerprint: z.string().min(1) })

/** Of a chat completion or a chunk of one; null where it has none. */
export const fingerprintIn = (body: unknown): string | null => fingerprinted.safeParse(body).data?.system_fingerprint ?? null

/** Null for what no version of the SDK returns. */
export function readGenerated(result: unknown): ServerReply | null {
  const { data } = generatedSchema.safeParse(result)
  if (data === undefined) return null
  const { content, finishReason, usage, response } = data
  const of = (type: string) => content.map(part => (part.type === type ? (part.text ?? '') : '')).join('')
  return {
    content: of('text'),
    reasoning: reasoningIn(response?.body) || of('reasoning'),
    finish: finishReason,
    usage,
    served: { model: response?.modelId ?? null, fingerprint: fingerprintIn(response?.body) },
  }
}

export function readPart(value: unknown): StreamPart {
  const { type } = typed.parse(value)
  return readTypes.has(type) ? partSchema.parse(value) : { type: 'other' }
}
