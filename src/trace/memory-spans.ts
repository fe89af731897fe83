import type { Answer, Evidence, FactCard, Scope } from '../domain.ts'
import type { Engram } from '../engram.ts'
import type { AppendReceipt, ForgetReceipt, Store } from '../seams.ts'
import { names, operations, ownProvider } from './conventions.ts'
import type { Known } from './open-span.ts'
import { storeIdOf } from './store-id.ts'
import { type SpanContent, withSpan } from './with-span.ts'

const identity = (operation: string, scope: Scope): Known => ({
  [names.operation]: operation,
  [names.provider]: ownProvider,
  [names.storeId]: storeIdOf(scope),
})
const workflow = 'engram-r ask'

/** Spans for what is told to a memory and asked of it. */
export function withMemorySpans(walk: Engram, { content }: SpanContent): Engram {
  return {
    ...walk,
    async remember(scope, turns, signal) {
      return await withSpan(
        {
          name: operations.create,
          kind: 'internal',
          content,
          attributes: {
            ...identity(operations.create, scope),
            [names.records]: content ? JSON.stringify(turns.map(({ id, text }) => ({ id, content: text }))) : null,
          },
          done: ({ added }: AppendReceipt) => ({ [names.recordCount]: added }),
        },
        () => walk.remember(scope, turns, signal),
      )
    },
    async recall(scope, question, asked, signal) {
      return await withSpan(
        {
          name: operations.search,
          kind: 'internal',
          content,
          attributes: { ...identity(operations.search, scope), [names.memoryQuery]: content ? question.text : null },
          done: evidence => found(evidence, content),
        },
        () => walk.recall(scope, question, asked, signal),
      )
    },
    async ask(scope, question, asked, options) {
      return await withSpan(
        {
          name: `${operations.workflow} ${workflow}`,
          kind: 'internal',
          content,
          attributes: {
            [names.operation]: operations.workflow,
            [names.agent]: workflow,
            [names.storeId]: storeIdOf(scope),
          },
          done: answered,
        },
        () => walk.ask(scope, question, asked, options),
      )
    },
  }
}

/** Spans for what is forgotten. */
export function withDeletionSpans(store: Store, { content }: SpanContent): Store {
  return {
    ...store,
    async forget(scope, selection, options) {
      if (options.dryRun) return await store.forget(scope, selection, options)
      return await withSpan(
        {
          name: operations.delete,
          kind: 'internal',
          content,
          attributes: identity(operations.delete, scope),
          done: ({ turns, memories }: ForgetReceipt) => ({ [names.recordCount]: selection.type === 'memories' ? memories : turns }),
        },
        () => store.forget(scope, selection, options),
      )
    },
  }
}

function found({ cards, tokens, fullContextTokens }: Evidence, content: boolean): Known {
  return {
    [names.recordCount]: cards.length,
    [names.cardTokens]: tokens,
    [names.fullContextTokens]: fullContextTokens,
    [names.records]: content ? JSON.stringify(cards.map(asRecord)) : null,
  }
}

function asRecord({ memoryId, claim, score }: FactCard): object {
  return { ...(memoryId !== null && { id: memoryId }), content: claim, score }
}

function answered({ by, abstained, sentences, citations, prompt }: Answer): Known {
  const [promptName = null, promptVersion = null] = prompt?.id.split('/') ?? []
  return {
    [names.answeredBy]: by,
    [names.abstained]: abstained,
    [names.sentences]: sentences.length,
    [names.citations]: citations.length,
    [names.promptName]: promptName,
    [names.promptVersion]: promptVersion,
  }
}
