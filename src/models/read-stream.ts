import { shownSoFar, splitReasoning } from '../lib/split-reasoning.ts'
import { fingerprintIn, readPart, reasoningIn, type SdkUsage, type ServerReply } from './read-reply.ts'

export interface StreamReader {
  /** The model begins within its reasoning: see `opensInPrompt`. */
  readonly opened: boolean
  readonly onText: (text: string) => void
  /** The error for one that the server sent in the midst of the stream, or for a stream that just ends (`undefined`). */
  readonly failure: (sent: unknown) => Error
}

/**
 * Reads a stream to its end, showing text as it comes and never reasoning. A stream that breaks, holds an error or ends without saying why it
 * ended fails: half an answer is none.
 */
export async function readStream(stream: ReadableStream<unknown>, { opened, onText, failure }: StreamReader): Promise<ServerReply> {
  let content = ''
  let shown = ''
  let told = ''
  let raw = ''
  let modelId: string | null = null
  let fingerprint: string | null = null
  let end: { readonly finishReason: string; readonly usage: SdkUsage } | null = null
  const show = (text: string) => {
    if (text.length <= shown.length || !text.startsWith(shown)) return
    onText(text.slice(shown.length))
    shown = text
  }
  for await (const value of stream) {
    const part = readPart(value)
    if (part.type === 'text-delta') {
      content += part.delta
      show(shownSoFar(content, { opened }))
    } else if (part.type === 'reasoning-delta') told += part.delta
    else if (part.type === 'response-metadata') modelId = part.modelId ?? modelId
    else if (part.type === 'raw') {
      raw += reasoningIn(part.rawValue)
      fingerprint ??= fingerprintIn(part.rawValue)
    } else if (part.type === 'error') throw failure(part.error)
    else if (part.type === 'finish') end = part
  }
  if (end === null || end.finishReason === 'error') throw failure(undefined)
  show(splitReasoning(content).text)
  return { content, reasoning: raw || told, finish: end.finishReason, usage: end.usage, served: { model: modelId, fingerprint } }
}
