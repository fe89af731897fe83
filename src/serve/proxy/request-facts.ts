import { z } from 'zod'
import { contentSchema, wordsOf } from '../../import/message-words.ts'
import { nameSchema } from './asked-headers.ts'
import { optional } from './optional.ts'
import { parseJson } from './reply-reader.ts'

/** What a request tells of itself, as telemetry wants to know it. */
export interface RequestFacts {
  readonly model: string | null
  readonly stream: boolean
  readonly conversation: string | null
  /** Of embeddings: how many are asked for. */
  readonly texts: number | null
  readonly messages: readonly { readonly role: string; readonly content: string }[]
}

const bodySchema = z.object({
  model: optional(z.string()),
  stream: optional(z.boolean()),
  metadata: optional(z.object({ conversation_id: optional(nameSchema) })),
  input: z.unknown().optional(),
  messages: z.unknown().optional(),
})
const messageSchema = z.object({ role: z.string(), content: contentSchema })
const nothing: RequestFacts = { model: null, stream: false, conversation: null, texts: null, messages: [] }

/** `words`: with what is said in it. */
export function readRequestFacts(body: Uint8Array, { words }: { readonly words: boolean }): RequestFacts {
  const told = bodySchema.safeParse(parseJson(new TextDecoder().decode(body))).data
  if (told === undefined) return nothing
  const { input } = told
  const said = told.messages ?? (typeof input === 'string' ? [{ role: 'user', content: input }] : input)
  return {
    model: told.model ?? null,
    stream: told.stream ?? false,
    conversation: told.metadata?.conversation_id ?? null,
    // A list of numbers is one text, as tokens.
    texts: typeof input === 'string' ? 1 : !Array.isArray(input) ? null : typeof input[0] === 'number' ? 1 : input.length,
    messages: !words || !Array.isArray(said) ? [] : said.flatMap(asMessage),
  }
}

function asMessage(item: unknown): RequestFacts['messages'] {
  const message = messageSchema.safeParse(item).data
  return message === undefined ? [] : [{ role: message.role, content: wordsOf(message.content).text }]
}
