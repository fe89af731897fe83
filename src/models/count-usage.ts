import type { Message, TokenSource, Usage } from '../domain.ts'
import type { CountTokens } from '../seams.ts'
import type { SdkUsage } from './read-reply.ts'

export interface Counted {
  readonly messages: readonly Message[]
  /** Without reasoning. */
  readonly text: string
  readonly reasoning: string
  /** As the SDK has it. */
  readonly usage: SdkUsage
  readonly count: CountTokens
}

/** Around each message stand the tokens that open it, name its role and end it. */
const framingTokens = 4
/** A tokenizer of another family, and framing, make the count of a text differ by that much from the server's. */
const tolerance = { share: 0.15, tokens: 8 }

/** What servers call the numbers, as sent. */
const names = {
  cached: ['cached_tokens', 'prompt_cache_hit_tokens', 'cache_read_input_tokens', 'cachedContentTokenCount'],
  output: ['completion_tokens', 'output_tokens', 'candidatesTokenCount'],
  reasoning: ['reasoning_tokens', 'reasoning_output_tokens', 'thoughtsTokenCount'],
}

/**
 * Each number with where it comes from. The SDK writes 0 for what a server does not say, or says elsewhere, so behind a zero stands what the
 * server sent; a zero beside a reasoning text is a constant (Ollama's), and no request has no input.
 */
export function countUsage({ messages, text, reasoning, usage, count }: Counted): Usage {
  const said = (number: keyof typeof names) =>
    usage[number] === 0 && usage.zerosAreDefaults ? numberIn(usage.raw, names[number]) : usage[number]
  const input = first([usage.input || null, 'reported'], [countMessages(messages, count), 'counted'])
  const reportedOutput = usage.output === 0 && text + reasoning !== '' ? null : said('output')
  const output = first([reportedOutput, 'reported'], [count(text) + count(reasoning), 'counted'])
  const reportedReasoning = said('reasoning')
  const thought = first(
    [reportedReasoning === 0 && reasoning !== '' ? null : reportedReasoning, 'reported'],
    [reasoning === '' ? null : count(reasoning), 'counted'],
    [reportedOutput === null ? null : leftOver(reportedOutput, count(text)), 'remainder'],
  )
  const cached = first([said('cached'), 'reported'])
  return {
    inputTokens: input.value,
    cachedInputTokens: cached.value,
    outputTokens: output.value,
    reasoningTokens: thought.value,
    sources: { inputTokens: input.source, cachedInputTokens: cached.source, outputTokens: output.source, reasoningTokens: thought.source },
  }
}

/** As gpt-oss would be sent them, without the preamble of some 65 tokens that its servers put before the first. */
export const countMessages = (messages: readonly Message[], count: CountTokens): number =>
  messages.reduce((sum, { content }) => sum + count(content) + framingTokens, 0)

/** A remainder within what counts differ by is none. */
function leftOver(output: number, text: number): number {
  const left = output - text
  return left <= tolerance.tokens + text * tolerance.share ? 0 : left
}

function first(...numbers: readonly (readonly [number | null, TokenSource])[]): {
  readonly value: number | null
  readonly source: TokenSource | null
} {
  const [value, source] = numbers.find(([number]) => number !== null) ?? [null, null]
  return { value, source }
}

/** The first number of such a name, however deep it stands. */
function numberIn(value: unknown, names: readonly string[]): number | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const number = typeof inner === 'number' && names.includes(key) ? inner : numberIn(inner, names)
    if (number !== null) return number
  }
  return null
}
