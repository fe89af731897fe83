import { withoutCitations } from '../answer/parse-citations.ts'
import type { VerifiedText } from '../answer/verify-text.ts'
import type { Evidence, PromptName, Verdict } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { withinTime } from '../lib/requests/within-time.ts'
import type { TurnInput } from '../lib/turn-input.ts'
import type { RecallOptions, Space } from '../open.ts'
import { chatPrompt } from '../prompt/chat-prompt.ts'
import { promptHash, questionMarks } from '../prompt/prompt-hash.ts'
import { wordsSaid } from '../prompt/words-said.ts'
import { localTime } from './local-time.ts'
import { lastSaid, replyIdOf, type Said, turnIdOf, turnIdsOf } from './said.ts'

/** What the memory of a chat does, whatever library the chat is written with. */
export interface ChatMemoryOptions {
  /** Whose memory. */
  readonly space: Space
  /**
   * Names the conversation. Without it, the same words after the same words count as one turn on one day: give it where your users begin
   * conversations alike.
   */
  readonly session?: string | undefined
  /** Who the user and the model are called in memory: 'user' and 'assistant'. */
  readonly speakers?: { readonly user: string; readonly assistant: string } | undefined
  /** How much is recalled, and of what; as of `space.recall`. */
  readonly recall?: Omit<RecallOptions, 'at' | 'except' | 'signal'> | undefined
  /** The chat waits for memory so long at most, at each step; what is being stored is stored nevertheless. 10,000. */
  readonly timeoutMs?: number | undefined
  /** false: recalls, and stores nothing. */
  readonly record?: boolean | undefined
  /** Called when memory failed and the chat goes on without it. */
  readonly onError?: ((error: unknown, doing: MemoryStep) => void) | undefined
  /** The time at which the user speaks. */
  readonly now?: (() => Date) | undefined
}

export type MemoryStep = 'recall' | 'verify' | 'remember'

/** What memory knows of a reply. JSON-safe. */
export interface ReplyMemory {
  readonly cards: readonly {
    readonly label: string
    readonly claim: string
    readonly speaker: string
    readonly anchor: string | null
    readonly at: string | null
    readonly memoryId: string | null
  }[]
  readonly citations: readonly {
    readonly label: string
    readonly memoryId: string | null
    readonly turnId: string
    readonly quote: string
  }[]
  /** How many sentences of the reply were found to be what; null where nothing was checked. */
  readonly verdicts: Readonly<Record<Verdict, number>> | null
  /** Of the cards in the prompt. */
  readonly tokens: number
  readonly searchMs: number
  /** By which the cards were put before the model. */
  readonly prompt: PromptName
}

/** One message of a user on its way to a reply. */
export interface Exchange {
  /** To put before the user's last message; null where nothing was found. */
  readonly block: string | null
  readonly evidence: Evidence | null
  /** What went wrong, for the library's own warnings. */
  readonly warnings: readonly string[]
  readonly turn: TurnInput & { readonly id: string }
  /** Sentences are to cite. */
  readonly cite: boolean
}

export interface ChatMemory {
  /** null where no user has said anything in words. The steps of one tool loop get the same cards. */
  begin(messages: readonly Said[], options: { readonly cite: boolean; readonly signal?: AbortSignal | undefined }): Promise<Exchange | null>
  /** The reply goes on after a tool. */
  pause(exchange: Exchange, text: string): Promise<Ended>
  /** The reply is there; null: it was stopped, or is none to keep. */
  end(exchange: Exchange, text: string | null): Promise<Ended>
  /** The model failed: nothing is stored, for it will be asked again. */
  fail(exchange: Exchange): void
}
export interface Ended {
  readonly memory: ReplyMemory | null
  readonly warnings: readonly string[]
}

/** Tool loops that are open at a time, at most: beyond, a step recalls anew. */
const mostOpen = 100

export function createChatMemory(options: ChatMemoryOptions): ChatMemory {
  const {
    space,
    session,
    speakers = { user: 'user', assistant: 'assistant' },
    recall,
    timeoutMs = 10_000,
    record = true,
    onError,
    now = () => new Date(),
  } = options
  if (typeof space?.recall !== 'function')
    throw new EngramError(
      'bad_input',
      `space: expected the space to remember in, got ${typeof space}. Give memory.space({ tenant, space }).`,
      {
        field: 'space',
      },
    )
  const open = new Map<string, Evidence>()

  /** A chat without memory is worth more than no chat: says in words what went wrong. */
  async function attempt<Result>(
    doing: MemoryStep,
    work: (signal: AbortSignal) => Promise<Result>,
    signal?: AbortSignal | undefined,
  ): Promise<Result | string> {
    try {
      return await withinTime(work, { who: 'The memory', timeoutMs, signal })
    } catch (error) {
      if (signal?.aborted) return ''
      onError?.(error, doing)
      return `engram-r could not ${doing}, the chat goes on without: ${error instanceof Error ? error.message : String(error)}`
    }
  }

  async function check(exchange: Exchange, text: string): Promise<Ended> {
    const { evidence, cite } = exchange
    if (evidence === null) return { memory: null, warnings: [] }
    const verified = !cite || text === '' ? null : await attempt('verify', limit => space.verify(text, evidence, { signal: limit }))
    if (typeof verified === 'string') return { memory: describe(exchange, evidence, null), warnings: [verified] }
    return { memory: describe(exchange, evidence, verified), warnings: [] }
  }

  return {
    async begin(given, { cite, signal }) {
      const messages = given.map(message => ({ ...message, text: wordsSaid(message.role, message.text) }))
      const said = lastSaid(messages)
      if (said === null) return null
      const at = localTime(now())
      const conversation = session ?? at.slice(0, 10)
      const id = turnIdOf(said, conversation)
      const turn = { id, speaker: speakers.user, text: said.text, at, session: session ?? null, attachments: said.attachments }
      const except = turnIdsOf(messages, conversation)
      const search = (limit: AbortSignal) => space.recall(said.text, { ...recall, at, except, signal: limit })
      const found = open.get(id) ?? (await attempt('recall', search, signal))
      if (typeof found === 'string') return { turn, cite, evidence: null, block: null, warnings: found === '' ? [] : [found] }
      open.set(id, found)
      for (const oldest of open.keys()) if (open.size > mostOpen) open.delete(oldest)
      const [message] = found.text === '' ? [] : chatPrompt.build({ ...found, cite })
      return { turn, cite, evidence: found, block: message?.content ?? null, warnings: [] }
    },
    pause: (exchange, text) => check(exchange, wordsSaid('assistant', text)),
    async end(exchange, text) {
      const { turn } = exchange
      open.delete(turn.id)
      const said = wordsSaid('assistant', text ?? '')
      const checked = await check(exchange, said)
      if (!record) return checked
      // Its labels are of cards that nobody will have before them when it is found again.
      const words = withoutCitations(said)
      const reply = {
        id: replyIdOf(words, turn.id),
        speaker: speakers.assistant,
        text: words,
        at: localTime(now()),
        session: turn.session ?? null,
      }
      const turns = words.trim() === '' ? [turn] : [turn, reply]
      const stored = await attempt('remember', () => space.remember(turns))
      return typeof stored === 'string' ? { ...checked, warnings: [...checked.warnings, stored] } : checked
    },
    fail: ({ turn }) => void open.delete(turn.id),
  }
}

function describe({ cite }: Exchange, { cards, tokens, ms }: Evidence, verified: VerifiedText | null): ReplyMemory {
  const verdicts = { supported: 0, partly: 0, unsupported: 0, uncited: 0 }
  for (const { verdict } of verified?.sentences ?? []) if (verdict !== null) verdicts[verdict]++
  return {
    cards: cards.map(({ label, claim, speaker, anchor, at, memoryId }) => ({ label, claim, speaker, anchor, at, memoryId })),
    citations: (verified?.citations ?? []).map(({ label, memoryId, turnId, quote }) => ({ label, memoryId, turnId, quote })),
    verdicts: verified === null ? null : verdicts,
    tokens,
    searchMs: ms.total,
    prompt: { id: chatPrompt.id, hash: promptHash(chatPrompt, { ...questionMarks, cite }) },
  }
}
