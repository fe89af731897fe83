import type { MessageContent } from '../../import/message-words.ts'

/** What an upstream's reply came to. */
export interface Reply {
  /** It came to its end: nothing broke, no error stood in it. */
  readonly complete: boolean
  /** The final answer; null where there is none, as when tools are called or the model refuses. */
  readonly content: MessageContent | null
}

/** Reads a reply on the side, event by event or whole. Never throws: what it can't read is not complete. */
export interface ReplyReader {
  event(data: string): void
  whole(json: string): void
  done(): Reply
}

export const nothingSaid: Reply = { complete: false, content: null }

/** Words as they come, at most so many characters: a reply that says more is not kept. */
export function createCollector(most = 400_000): { readonly add: (text: string) => void; readonly text: () => string | null } {
  let parts: string[] = []
  let length = 0
  return {
    add(text) {
      length += text.length
      if (length > most) parts = []
      else parts.push(text)
    },
    text: () => (length > most ? null : parts.join('')),
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
