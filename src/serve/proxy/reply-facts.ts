import { z } from 'zod'
import type { TokenNumbers } from '../../trace/metrics.ts'
import { optional } from './optional.ts'
import { parseJson, type ReplyReader } from './reply-reader.ts'

/** What a reply tells of itself; what it does not is null. */
export interface ReplyFacts {
  readonly id: string | null
  readonly model: string | null
  /** Of each choice, as the server calls it. */
  readonly finishReasons: readonly string[]
  /** As they are reported. */
  readonly usage: TokenNumbers
  /** It tells of an error, whatever its status. */
  readonly failed: boolean
}

export interface FactReader extends Pick<ReplyReader, 'event' | 'whole'> {
  facts(): ReplyFacts
}

const word = optional(z.string())
const count = optional(z.int().nonnegative())
const usageSchema = z.object({
  prompt_tokens: count,
  input_tokens: count,
  completion_tokens: count,
  output_tokens: count,
  prompt_cache_hit_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  prompt_tokens_details: optional(z.object({ cached_tokens: count })),
  input_tokens_details: optional(z.object({ cached_tokens: count })),
  completion_tokens_details: optional(z.object({ reasoning_tokens: count })),
  output_tokens_details: optional(z.object({ reasoning_tokens: count })),
})
type ReportedUsage = z.infer<typeof usageSchema>

/** What the three APIs and embeddings have at the top of a reply, of an event, or of what an event holds. */
const factShape = {
  id: word,
  model: word,
  type: word,
  status: word,
  stop_reason: word,
  error: z.unknown().optional(),
  usage: optional(usageSchema),
  choices: optional(z.array(z.object({ index: optional(z.int()), finish_reason: word }))),
  delta: optional(z.object({ stop_reason: word })),
  incomplete_details: optional(z.object({ reason: word })),
}
const bodySchema = z.object({ ...factShape, message: optional(z.object(factShape)), response: optional(z.object(factShape)) })

/** Of any of the APIs that are forwarded. Numbers that come several times grow: the last ones count. */
export function createFactReader(): FactReader {
  let id: string | null = null
  let model: string | null = null
  let failed = false
  let usage: Partial<ReportedUsage> = {}
  const reasons = new Map<number, string>()

  function take(told: z.infer<z.ZodObject<typeof factShape>>): void {
    id ??= told.id ?? null
    model ??= told.model ?? null
    failed ||= told.type === 'error' || (told.error ?? null) !== null
    usage = { ...usage, ...Object.fromEntries(Object.entries(told.usage ?? {}).filter(([, value]) => value != null)) }
    for (const { index, finish_reason } of told.choices ?? []) if (finish_reason != null) reasons.set(index ?? 0, finish_reason)
    const isOver = told.status === 'completed' || told.status === 'incomplete'
    const reason = told.stop_reason ?? told.delta?.stop_reason ?? told.incomplete_details?.reason ?? (isOver ? told.status : null)
    if (reason != null) reasons.set(0, reason)
  }

  function read(json: string): void {
    const body = bodySchema.safeParse(parseJson(json)).data
    if (body === undefined) return
    for (const told of [body, body.message, body.response]) if (told != null) take(told)
  }

  return {
    event: read,
    whole: read,
    facts: () => ({
      id,
      model,
      failed,
      finishReasons: [...reasons].toSorted(([a], [b]) => a - b).map(([, reason]) => reason),
      usage: numbersOf(usage),
    }),
  }
}

function numbersOf(usage: Partial<ReportedUsage>): TokenNumbers {
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage
  const input = usage.prompt_tokens ?? usage.input_tokens ?? null
  return {
    // Anthropic's number is of what is new; by the conventions all that was read counts.
    inputTokens: input === null ? null : input + (read ?? 0) + (written ?? 0),
    cachedInputTokens:
      usage.prompt_tokens_details?.cached_tokens ??
      usage.input_tokens_details?.cached_tokens ??
      usage.prompt_cache_hit_tokens ??
      read ??
      null,
    outputTokens: usage.completion_tokens ?? usage.output_tokens ?? null,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? usage.output_tokens_details?.reasoning_tokens ?? null,
  }
}
