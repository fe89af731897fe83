import type { Evidence } from '../../domain.ts'
import { loadTokenCounter } from '../../lib/tokens.ts'
import type { Space } from '../../open.ts'
import { type ChatInput, chatPrompt } from '../../prompt/chat-prompt.ts'
import type { CountTokens } from '../../seams.ts'
import { insertBefore, leaveOut } from './change-request.ts'
import type { Dialogue } from './read-dialogue.ts'
import { trimTurns } from './trim-turns.ts'
import { type DialogueTurn, turnsOf } from './turns-of.ts'

export interface FindOptions {
  readonly session: string | null
  /** When the question is asked, ISO 8601. */
  readonly at: string
  readonly tokens: number
  /** Cards at most, in place of tokens. */
  readonly k: number | null
  readonly cite: boolean
  /** null: nothing is trimmed. */
  readonly keepQuestions: number | null
  readonly signal: AbortSignal
}

export interface Found {
  /** The request as it goes on. */
  readonly json: string
  /** What stands in it; null where no card does. */
  readonly evidence: Evidence | null
  readonly searchMs: number | null
  readonly inputSaved: number | null
}

/** A question is at most so long for the search: of a document that was pasted, what the user says last counts. */
const longestQuestion = 2_000

/**
 * Puts cards before the user's last words and leaves out what they can stand in for. Cards rest only on what the request does not hold itself. A
 * request that memory has nothing for is not changed.
 */
export async function findCards(space: Space, json: string, dialogue: Dialogue, options: FindOptions): Promise<Found> {
  const { session, at, tokens, k, cite, keepQuestions, signal } = options
  const { last, items, list } = dialogue
  if (last === null) return { json, evidence: null, searchMs: null, inputSaved: null }
  const turns = turnsOf(items, session)
  const left = keepQuestions === null ? new Set<number>() : await trimmable(space, dialogue, { turns, keepQuestions })
  const evidence = await space.recall(last.text.slice(-longestQuestion), {
    ...(k === null ? { adaptive: true, tokens } : { cards: k }),
    at,
    except: turns.filter(({ index }) => !left.has(index)).map(({ id }) => id),
    signal,
  })
  const { cards, ms } = evidence
  if (cards.length === 0 && left.size === 0) return { json, evidence: null, searchMs: ms.total, inputSaved: null }
  const count = await loadTokenCounter()
  const saved = turns.filter(({ index }) => left.has(index)).reduce((sum, { said }) => sum + count(said.text), 0)
  const spent = cards.length === 0 ? 0 : tokensAround(cite, count) + evidence.tokens
  const changed = cards.length === 0 ? json : insertBefore(json, last.place, wordsBefore({ text: evidence.text, cite }))
  return {
    json: leaveOut(changed, list, left),
    evidence: cards.length === 0 ? null : evidence,
    searchMs: ms.total,
    inputSaved: saved - spent,
  }
}

/** Tokens of a block without cards, by whether it asks to cite: always the same. */
const around = new Map<boolean, number>()
function tokensAround(cite: boolean, count: CountTokens): number {
  const known = around.get(cite) ?? count(wordsBefore({ text: '', cite }))
  around.set(cite, known)
  return known
}

/** A block of cards, and what parts it from the user's words. */
function wordsBefore(input: ChatInput): string {
  return chatPrompt
    .build(input)
    .map(({ content }) => `${content}\n\n`)
    .join('')
}

async function trimmable(
  space: Space,
  { items }: Dialogue,
  { turns, keepQuestions }: { readonly turns: readonly DialogueTurn[]; readonly keepQuestions: number },
): Promise<ReadonlySet<number>> {
  if (items.length <= keepQuestions) return new Set()
  const held = await space.held(turns.map(({ id }) => id))
  const heldItems = new Set(turns.filter(({ id }) => held.has(id)).map(({ index }) => index))
  return trimTurns(items, { keepQuestions, isHeld: index => heldItems.has(index) })
}
