import { z } from 'zod'
import type { ChatItem } from './engine.ts'
import type { GenerationRequest } from './generator.ts'
import { grammarSchema } from './grammar-schema.ts'

/** How far the server goes with JSON, as servers differ: held to a schema, held to be JSON, neither. */
export const jsonSupport = ['schema', 'object', 'none'] as const
export type JsonSupport = (typeof jsonSupport)[number]

export interface ChatRequest extends GenerationRequest {
  readonly stream: boolean
  /** The usage in a last chunk of its own. */
  readonly streamUsage: boolean
}

/** What OpenAI's API says of a request that it refuses. */
export interface Refusal {
  readonly message: string
  readonly type: 'invalid_request_error'
  readonly param: string | null
  readonly code: string | null
}

export function refusal(message: string, { param = null, code = null }: { param?: string | null; code?: string | null } = {}): Refusal {
  return { message, type: 'invalid_request_error', param, code }
}

const textSchema = z.union([
  z.string(),
  z.array(z.object({ type: z.literal('text'), text: z.string() })).transform(parts => parts.map(({ text }) => text).join('')),
])

const requestSchema = z.object({
  messages: z.array(z.object({ role: z.enum(['system', 'developer', 'user', 'assistant']), content: textSchema })).min(1),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  seed: z.int().nullish(),
  n: z.literal(1).nullish(),
  stop: z.union([z.string().min(1), z.array(z.string().min(1)).max(4)]).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  response_format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('json_object') }),
      z.object({ type: z.literal('json_schema'), json_schema: z.object({ schema: grammarSchema }) }),
    ])
    .nullish(),
})
type Body = z.output<typeof requestSchema>

/** Temperature 0 where none is named, so that a run can be repeated. */
export function readChatRequest(body: string, support: JsonSupport): { readonly request: ChatRequest } | { readonly refused: Refusal } {
  const parsed = requestSchema.safeParse(parseJson(body))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const param = issue?.path.join('.') || null
    return { refused: refusal(`${param ?? 'body'}: ${issue?.message ?? 'not a request'}`, { param }) }
  }
  const { data } = parsed
  if (data.messages.at(-1)?.role !== 'user') return { refused: refusal('The last message must be from the user.', { param: 'messages' }) }
  const asked = data.response_format?.type ?? 'text'
  const allowed = { schema: ['text', 'json_object', 'json_schema'], object: ['text', 'json_object'], none: ['text'] }[support]
  if (!allowed.includes(asked)) {
    return { refused: refusal(`This server does not support response_format of type ${asked}.`, { param: 'response_format' }) }
  }
  return {
    request: {
      messages: data.messages.map(toChatItem),
      format: formatOf(data),
      maxTokens: data.max_completion_tokens ?? data.max_tokens ?? null,
      temperature: data.temperature ?? 0,
      seed: data.seed ?? 0,
      stops: [data.stop ?? []].flat(),
      stream: data.stream ?? false,
      streamUsage: data.stream_options?.include_usage ?? false,
    },
  }
}

/** What is not JSON is no object either, and is refused as such. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function toChatItem({ role, content }: Body['messages'][number]): ChatItem {
  switch (role) {
    case 'system':
    case 'developer':
      return { type: 'system', text: content }
    case 'user':
      return { type: 'user', text: content }
    case 'assistant':
      return { type: 'model', response: [content] }
  }
}

function formatOf({ response_format: format }: Body): GenerationRequest['format'] {
  if (format?.type === 'json_schema') return { type: 'schema', schema: format.json_schema.schema }
  return { type: format?.type === 'json_object' ? 'json' : 'text' }
}
