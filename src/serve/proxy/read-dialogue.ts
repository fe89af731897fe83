import { z } from 'zod'
import { contentSchema, type MessageContent, wordsOf } from '../../import/message-words.ts'
import type { AttachmentInput } from '../../lib/turn-input.ts'
import { wordsSaid } from '../../prompt/words-said.ts'
import { nameSchema } from './asked-headers.ts'

/** Words of a person or of the assistant; never those of a program, a tool or a step on the way to an answer. */
export interface Said {
  readonly role: 'user' | 'assistant'
  readonly speaker: string
  readonly text: string
  readonly attachments: readonly AttachmentInput[]
}

export interface Item {
  readonly role: string | null
  /** null where nobody said anything. */
  readonly said: Said | null
  /** It is a message of words and nothing else. */
  readonly isPlain: boolean
}

/** Where words can be put before those of a message: into a string, or as a part before this one. */
export interface Place {
  readonly path: readonly (string | number)[]
  /** The type of the part; null for a string. */
  readonly part: string | null
}

export interface Dialogue {
  /** Of the body: what holds the items. */
  readonly list: 'messages' | 'input'
  readonly items: readonly Item[]
  /** The last message in which the user says something: its index and where its words begin. null where there is none. */
  readonly last: { readonly index: number; readonly text: string; readonly place: Place } | null
  /** As the body names them; null where it does not. */
  readonly user: string | null
  readonly conversation: string | null
  /** Where what stands there is no name. */
  readonly misnamed: ReadonlySet<'user' | 'conversation'>
}

const bodySchema = z.object({
  user: z.unknown().optional(),
  metadata: z.looseObject({ user_id: z.unknown().optional(), conversation_id: z.unknown().optional() }).nullish().catch(null),
})
// Not made for each request: that costs more than reading it.
const bodyWith = {
  messages: z.object({ messages: z.unknown().optional() }).transform(({ messages }) => messages),
  input: z.object({ input: z.unknown().optional() }).transform(({ input }) => input),
} as const
const listSchema = z.union([z.string().transform(content => [{ role: 'user', content }]), z.array(z.unknown())])
const itemSchema = z.object({
  role: z.string(),
  name: z.string().nullish(),
  content: contentSchema.nullish(),
  tool_calls: z.array(z.unknown()).nullish(),
})
const textTypes = new Set(['text', 'input_text', 'output_text'])
const stepTypes = new Set(['tool_use', 'server_tool_use', 'tool_call'])

/** Reads a request of any of the three APIs: all hold a list of messages by role. null where it is none. */
export function readDialogue(body: unknown, list: Dialogue['list']): Dialogue | null {
  const head = bodySchema.safeParse(body)
  const given = bodyWith[list].safeParse(body).data
  const parsed = listSchema.safeParse(given)
  if (!head.success || !parsed.success) return null
  const messages = parsed.data.map(item => itemSchema.safeParse(item).data ?? null)
  const items = messages.map(message => (message === null ? { role: null, said: null, isPlain: false } : itemOf(message)))
  const index = items.findLastIndex(({ said }) => said?.role === 'user' && said.text !== '')
  const content = messages[index]?.content
  const text = items[index]?.said?.text
  const { user, metadata } = head.data
  const named = { user: user ?? metadata?.user_id ?? null, conversation: metadata?.conversation_id ?? null }
  const readName = (of: keyof typeof named): string | null => (named[of] === null ? null : (nameSchema.safeParse(named[of]).data ?? null))
  return {
    list,
    items,
    last:
      content == null || text === undefined
        ? null
        : { index, text, place: placeIn(content, typeof given === 'string' ? [list] : [list, index, 'content']) },
    user: readName('user'),
    conversation: readName('conversation'),
    misnamed: new Set((['user', 'conversation'] as const).filter(of => named[of] !== null && readName(of) === null)),
  }
}

function itemOf({ role, name, content, tool_calls }: z.infer<typeof itemSchema>): Item {
  const isStep = (tool_calls ?? []).length > 0 || partsOf(content).some(part => typeof part !== 'string' && stepTypes.has(part.type))
  if ((role !== 'user' && role !== 'assistant') || isStep) return { role, said: null, isPlain: false }
  const said = sayingOf(role, name ?? role, content ?? '')
  const isPlain = partsOf(content).every(part => typeof part === 'string' || textTypes.has(part.type))
  return { role, said, isPlain }
}

export function sayingOf(role: Said['role'], speaker: string, content: MessageContent): Said {
  const { text, attachments } = wordsOf(content)
  return { role, speaker: speaker.trim() || role, text: wordsSaid(role, text), attachments }
}

function partsOf(content: MessageContent | null | undefined): Exclude<MessageContent, string> {
  return typeof content === 'string' ? [] : (content ?? [])
}

function placeIn(content: MessageContent, path: readonly (string | number)[]): Place {
  if (typeof content === 'string') return { path, part: null }
  const first = content.findIndex(part => typeof part === 'string' || textTypes.has(part.type))
  const part = content[first]
  return { path: [...path, first], part: typeof part === 'object' ? part.type : null }
}
