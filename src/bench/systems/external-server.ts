import { hash } from 'node:crypto'
import { z } from 'zod'
import { type TokenCounts, type Turn, type Usage, unknownUsage } from '../../domain.ts'
import { EngramError } from '../../errors.ts'
import { describeMismatch } from '../../import/mismatch.ts'
import { explainBroken, explainReply } from '../../lib/requests/explain-failure.ts'
import { failedRequest } from '../../lib/requests/request-fault.ts'
import type { CompletionRequest, LanguageModel } from '../../seams.ts'
import type { AskedQuestion } from '../datasets/dataset.ts'
import type { Dialogue } from './system.ts'

type ToldUsage = { readonly [Name in keyof TokenCounts<unknown>]?: number | null | undefined }
const tokens = z.int().nonnegative().nullish()
const usageSchema: z.ZodType<ToldUsage> = z.object({
  inputTokens: tokens,
  cachedInputTokens: tokens,
  outputTokens: tokens,
  reasoningTokens: tokens,
})

/** What a server replies to a dialogue. */
export interface TellReply {
  /** Its name and version. */
  readonly system?: string | null | undefined
  /** Of all its requests to models for the dialogue. */
  readonly usage?: ToldUsage | null | undefined
}
const tellSchema: z.ZodType<TellReply> = z.object({ system: z.string().nullish(), usage: usageSchema.nullish() })

/** What a server replies to a question. */
export interface AskReply {
  readonly answer: string
  readonly abstained?: boolean | null | undefined
  /** Ids of the turns that its model was shown, and of those that its answer cites. */
  readonly shown?: readonly string[] | null | undefined
  readonly cited?: readonly string[] | null | undefined
  /** The model that answered. */
  readonly model?: string | null | undefined
  readonly usage?: ToldUsage | null | undefined
}
const ids = z.array(z.string()).nullish()
const askSchema: z.ZodType<AskReply> = z.object({
  answer: z.string(),
  abstained: z.boolean().nullish(),
  shown: ids,
  cited: ids,
  model: z.string().nullish(),
  usage: usageSchema.nullish(),
})

/** Turns as they go over the wire: what an import reads, and nothing of the benchmark. */
const wireTurn = ({ id, session, speaker, text, at, attachments }: Turn) => ({ id, session, speaker, text, at, attachments })

/**
 * A memory system behind HTTP, in the clothes of a language model, so that it is retried, limited, recorded and replayed as one: what is said to it
 * names what is sent, and what it says is the reply's JSON. It is told a dialogue again in each process before the first question on it that is
 * really sent.
 */
export interface ExternalServer extends LanguageModel {
  /** What to say for that. */
  tellRequest(dialogue: Dialogue): CompletionRequest
  askRequest(dialogue: Dialogue, asked: AskedQuestion): CompletionRequest
  readTell(text: string): TellReply
  readAsk(text: string): AskReply
}

export function createExternalServer(address: string): ExternalServer {
  const base = new URL(address)
  const asked = { who: `The system at ${base.host}`, secrets: [] }
  const dialogues = new Map<string, Dialogue>()
  const told = new Map<string, Promise<string>>()

  async function post(path: 'tell' | 'ask', body: unknown, signal: AbortSignal | undefined): Promise<string> {
    const url = new URL(base)
    url.pathname = `${base.pathname.replace(/\/$/, '')}/${path}`
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) })
      .then(async response => ({ response, text: await response.text() }))
      .catch((error: unknown) => {
        throw explainBroken(error, asked, signal)
      })
    if (reply.response.ok) return reply.text
    const { status, headers: sent } = reply.response
    throw explainReply({ status, headers: Object.fromEntries(sent), body: reply.text }, asked)
  }

  function tell(key: string, signal: AbortSignal | undefined): Promise<string> {
    const before = told.get(key)
    if (before !== undefined) return before
    const { space = '', turns = [] } = dialogues.get(key) ?? {}
    const telling = post('tell', { space, turns: turns.map(wireTurn) }, signal)
    told.set(key, telling)
    // One that failed may be tried again.
    telling.catch(() => told.delete(key))
    return telling
  }

  function request(dialogue: Dialogue, question: AskedQuestion | null): CompletionRequest {
    const key = hash('sha256', JSON.stringify([dialogue.space, dialogue.turns]))
    dialogues.set(key, dialogue)
    return { messages: [{ role: 'user', content: JSON.stringify({ dialogue: key, question }) }] }
  }

  function read<Reply>(text: string, schema: z.ZodType<Reply>, path: string): Reply {
    const parsed = schema.safeParse(parse(text))
    if (parsed.success) return parsed.data
    throw failedRequest('model_no_answer', `${asked.who}: ${describeMismatch(parsed.error, `its reply to /${path}`)}.`)
  }
  const readTell = (text: string): TellReply => read(text, tellSchema, 'tell')
  const readAsk = (text: string): AskReply => read(text, askSchema, 'ask')

  return {
    id: address,
    tellRequest: dialogue => request(dialogue, null),
    askRequest: request,
    readTell,
    readAsk,
    async complete({ messages, signal }) {
      const { dialogue, question } = requestSchema.parse(parse(messages[0]?.content ?? ''))
      const telling = await tell(dialogue, signal)
      if (question === null) {
        const { system = null, usage } = readTell(telling)
        return { text: telling, finish: 'stop', usage: toUsage(usage), served: { model: system ?? null, fingerprint: null } }
      }
      const { space, text, at } = question
      const said = await post('ask', { space, question: text, at }, signal)
      const { usage, model = null } = readAsk(said)
      return { text: said, finish: 'stop', usage: toUsage(usage), served: { model: model ?? null, fingerprint: null } }
    },
  }
}

const requestSchema = z.object({
  dialogue: z.string(),
  question: z.object({ space: z.string(), text: z.string(), at: z.string().nullable() }).nullable(),
})

function toUsage(usage: ToldUsage | null | undefined): Usage {
  if (usage == null) return unknownUsage
  const [inputTokens, cachedInputTokens] = [usage.inputTokens ?? null, usage.cachedInputTokens ?? null]
  const [outputTokens, reasoningTokens] = [usage.outputTokens ?? null, usage.reasoningTokens ?? null]
  const counts = { inputTokens, cachedInputTokens, outputTokens, reasoningTokens }
  const source = (count: number | null) => (count === null ? null : ('reported' as const))
  return {
    ...counts,
    sources: {
      inputTokens: source(inputTokens),
      cachedInputTokens: source(cachedInputTokens),
      outputTokens: source(outputTokens),
      reasoningTokens: source(reasoningTokens),
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EngramError('model_no_answer', `Expected JSON, got "${text.slice(0, 200)}".`, { cause })
  }
}
