import { wordsOf } from '../../import/message-words.ts'
import { metricNames, names, operations } from '../../trace/conventions.ts'
import { messageParts } from '../../trace/message-parts.ts'
import { countUsage, tokenNumbers } from '../../trace/metrics.ts'
import { known, type OpenSpan, openSpan } from '../../trace/open-span.ts'
import { openTelemetry } from '../../trace/open-telemetry.ts'
import { createFactReader } from './reply-facts.ts'
import { nothingSaid, type Reply, type ReplyReader } from './reply-reader.ts'
import { readRequestFacts } from './request-facts.ts'
import type { Route } from './routes.ts'

export interface UpstreamSpanOptions {
  readonly route: Route
  readonly url: URL
  /** As it goes on. */
  readonly body: Uint8Array
  /** Of the headers. */
  readonly conversation: string | null
  /** Carries the words of the request and of the reply. */
  readonly content: boolean
}

/** How the reply of an upstream ended. */
export interface Ended {
  /** null where it gave none. */
  readonly status: number | null
  readonly reply: Reply
  /** Why there was no reply, or no end of it. */
  readonly failure: string | null
}

/** The request to an upstream as a span: a chat, or embeddings. */
export interface UpstreamSpan extends Pick<OpenSpan, 'run' | 'headers'> {
  /** Reads the reply beside the one who records it, if anyone does. */
  listen(reader: ReplyReader | null): ReplyReader
  /** Only the first call counts. */
  end(ended: Ended): void
}

/** null where nobody listens, and for what asks no model. */
export async function openUpstreamSpan({ route, url, body, conversation, content }: UpstreamSpanOptions): Promise<UpstreamSpan | null> {
  const isChat = route.dialogue !== null
  if (openTelemetry() === null || !(isChat || route.path === '/embeddings')) return null
  const operation = isChat ? operations.chat : operations.embeddings
  const asked = readRequestFacts(body, { words: isChat && content })
  const identity = { [names.operation]: operation, ...(asked.model !== null && { [names.requestModel]: asked.model }) }
  const span = await openSpan({
    name: asked.model === null ? operation : `${operation} ${asked.model}`,
    kind: 'client',
    duration: isChat ? metricNames.inferenceDuration : metricNames.embeddingsDuration,
    attributes: {
      ...identity,
      [names.stream]: asked.stream ? true : null,
      [names.conversation]: isChat ? (conversation ?? asked.conversation) : null,
      [names.texts]: isChat ? null : asked.texts,
      [names.serverAddress]: url.hostname,
      [names.serverPort]: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      [names.inputMessages]: asked.messages.length === 0 ? null : JSON.stringify(asked.messages.map(messageParts)),
    },
  })
  if (span === null) return null
  const facts = createFactReader()
  const started = performance.now()
  let firstAt: number | null = null
  return {
    run: work => span.run(work),
    headers: () => span.headers(),
    listen(reader) {
      const read = reader ?? (isChat && content ? (route.dialogue?.createReply() ?? null) : null)
      return {
        event(data) {
          firstAt ??= performance.now()
          facts.event(data)
          read?.event(data)
        },
        whole(json) {
          facts.whole(json)
          read?.whole(json)
        },
        done: () => read?.done() ?? nothingSaid,
      }
    },
    end({ status, reply, failure }) {
      const { id, model, finishReasons, usage, failed } = facts.facts()
      const type = failure ?? (status !== null && status >= 400 ? String(status) : failed ? 'upstream_error' : null)
      span.end({
        attributes: {
          [names.responseId]: id,
          [names.responseModel]: model,
          [names.finishReasons]: finishReasons.length === 0 ? null : [...finishReasons],
          [names.timeToFirstChunk]: firstAt === null ? null : (firstAt - started) / 1000,
          ...Object.fromEntries(tokenNumbers.map(number => [names[number], usage[number]])),
          [names.outputMessages]:
            content && reply.content !== null
              ? JSON.stringify([messageParts({ role: 'assistant', content: wordsOf(reply.content).text })])
              : null,
        },
        failure: type === null ? null : { type, message: null },
      })
      if (isChat) void countUsage(usage, known(identity))
    },
  }
}
