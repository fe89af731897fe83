import { createChatReply } from './chat-reply.ts'
import { createMessagesReply } from './messages-reply.ts'
import type { Dialogue } from './read-dialogue.ts'
import type { ReplyReader } from './reply-reader.ts'
import { createResponsesReply } from './responses-reply.ts'

/** How a path is handled: what it holds of a dialogue, or null where it is forwarded as it is. */
export interface Route {
  /** What follows /v1, as it was asked. */
  readonly path: string
  readonly dialogue: { readonly list: Dialogue['list']; readonly createReply: () => ReplyReader } | null
}

const posts: Readonly<Record<string, Route['dialogue']>> = {
  '/chat/completions': { list: 'messages', createReply: createChatReply },
  '/responses': { list: 'input', createReply: createResponsesReply },
  '/messages': { list: 'messages', createReply: createMessagesReply },
  '/messages/count_tokens': null,
  '/embeddings': null,
}

/** null for what the proxy does not forward. */
export function routeOf(method: string, pathname: string): Route | null {
  const path = /^\/v1(\/.*)$/.exec(pathname)?.[1]
  if (path === undefined) return null
  if (method === 'POST' && Object.hasOwn(posts, path)) return { path, dialogue: posts[path] ?? null }
  // The name of a model may hold slashes, as written or encoded; none leads out of its folder.
  const isModel = /^\/models(?:\/[\w.:@~%-]+){0,4}$/.test(path) && !/(?:^|\/)\.{1,2}(?:\/|$)|\\|%/.test(decoded(path))
  return method === 'GET' && isModel ? { path, dialogue: null } : null
}

/** Nothing is a path that can't be decoded. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '..'
  }
}
