import type { Answer, Evidence, Hit, Question, Scope, Turn } from './domain.ts'
import { firstOf } from './lib/first-of.ts'
import { loadTokenCounter } from './lib/tokens.ts'
import type { Answerer, AnswerOptions, AppendReceipt, Budget, CardRenderer, Extractor, Retriever, Router, Store } from './seams.ts'

export interface Parts {
  readonly store: Store
  readonly router: Router
  readonly extractor: Extractor
  readonly retriever: Retriever
  readonly renderer: CardRenderer
  readonly answerer: Answerer
  readonly now: () => number
  /** Sees what is asked of the walk, and what the walk asks of itself: a recall within an ask. */
  readonly watch: (walk: Engram) => Engram
}

/** How much may be found for a question, and how good it must be. */
export interface Asked {
  readonly budget: Budget
  /** Hits that score below are left out; 0 to 1. */
  readonly floor: number
  /** Turns that whoever asks has before them: what rests on these alone is passed over. */
  readonly except?: ReadonlySet<string>
}

export interface DeriveOptions {
  /** Called after each batch with the turns read in it. */
  readonly onTurns?: (turns: number) => void
  readonly signal?: AbortSignal | undefined
}

export interface Engram {
  remember(scope: Scope, turns: readonly Turn[], signal?: AbortSignal): Promise<AppendReceipt>
  /** Brings records and vectors up to the log's end. After a crash, or with a new extractor, it is simply run again. */
  derive(scope: Scope, options?: DeriveOptions): Promise<void>
  /**
   * Draws all records again from the log and embeds what the retriever needs, also where vectors of another embedder stand. A reading that
   * was stopped is finished instead of begun anew.
   */
  reindex(scope: Scope, options?: DeriveOptions): Promise<void>
  recall(scope: Scope, question: Question, asked: Asked, signal?: AbortSignal): Promise<Evidence>
  ask(scope: Scope, question: Question, asked: Asked, options?: AnswerOptions): Promise<Answer>
}

/** About so many hits rest on one turn: so many more are found for each that is passed over. */
const hitsOfATurn = 4

/** What does not rest on turns alone that whoever asks has before them. Not within recall: a generator's function made for each call outlives it for long. */
function* news(
  hits: Iterable<Hit>,
  { except, passed }: { readonly except: ReadonlySet<string>; readonly passed: { over: number } },
): Iterable<Hit> {
  for (const hit of hits) {
    if (hit.quotes.length > 0 && hit.quotes.every(({ turnId }) => except.has(turnId))) passed.over++
    else yield hit
  }
}

/** The paper's walk (figure 1), from a turn to a cited answer. Which implementation plays each part is assemble.ts's business. */
export function createEngram({ store, router, extractor, retriever, renderer, answerer, now, watch }: Parts): Engram {
  async function remember(scope: Scope, turns: readonly Turn[], signal?: AbortSignal): Promise<AppendReceipt> {
    const receipt = await store.append(scope, turns, signal)
    await derive(scope, { signal })
    await retriever.prepare(scope, { migrate: false, signal })
    return receipt
  }

  /** The log is the truth; the extractor is a writer that reads it on from its own mark, records and mark stored together. */
  async function derive(scope: Scope, { onTurns, signal }: DeriveOptions = {}): Promise<void> {
    for await (const { turns, upTo, revision } of store.unread(scope, extractor)) {
      signal?.throwIfAborted()
      const kinds = await router.route(
        turns.map(({ turn }) => turn),
        signal,
      )
      const memories = await Promise.all(
        turns.map(({ turn, before }, index) => extractor.extract(turn, kinds[index] ?? new Set(), before, signal)),
      )
      const turnIds = turns.map(({ turn }) => turn.id)
      await store.put(scope, { writer: extractor.id, turnIds, upTo, revision, memories: memories.flat(), fence: null, dead: [] })
      onTurns?.(turns.length)
    }
  }

  async function reindex(scope: Scope, options: DeriveOptions = {}): Promise<void> {
    if ((await firstOf(store.unread(scope, extractor))) === null) await store.rewind(scope, extractor.id)
    await derive(scope, options)
    await retriever.prepare(scope, { migrate: true, signal: options.signal })
  }

  async function recall(
    scope: Scope,
    question: Question,
    { budget, floor, except = new Set() }: Asked,
    signal?: AbortSignal,
  ): Promise<Evidence> {
    const start = now()
    // Another process may have appended turns and died before it wrote their records.
    await derive(scope, { signal })
    const countTokens = await loadTokenCounter()
    const cost = (hit: Hit, before: readonly Hit[]): number => renderer.cost(hit, before, countTokens)
    const passed = { over: 0 }
    const searchStart = now()
    const {
      hits: chosen,
      found,
      considered,
      fullContextTokens,
      ms,
    } = await retriever.retrieve(scope, question, {
      take: hits => budget.choose(except.size === 0 ? hits : news(hits, { except, passed }), cost),
      most: budget.most + except.size * hitsOfATurn,
      room: budget.room,
      floor,
      signal,
    })
    const chosenAt = now()
    const { cards, text, tokens } = renderer.render(chosen, countTokens)
    const { policy, limit } = budget
    return {
      question,
      cards,
      text,
      tokens,
      fullContextTokens,
      considered,
      leftOut: Math.max(0, found - passed.over - chosen.length),
      budget: { policy, limit, used: policy === 'cards' ? cards.length : tokens },
      conflicts: [],
      ms: { ...ms, search: chosenAt - searchStart - ms.embed, total: now() - start },
    }
  }

  async function ask(scope: Scope, question: Question, asked: Asked, options: AnswerOptions = {}): Promise<Answer> {
    const start = now()
    const evidence = await walk.recall(scope, question, asked, options.signal)
    const { modelMs, ...answer } = await answerer.answer(scope, evidence, options)
    return { ...answer, question, evidence, ms: { search: evidence.ms.total, model: modelMs, total: now() - start } }
  }

  const walk = watch({ remember, derive, reindex, recall, ask })
  return walk
}
