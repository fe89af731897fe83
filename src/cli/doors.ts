import { createMcp } from '../serve/mcp/create-mcp.ts'
import { createProxy, type Exchange, type ProxyMode } from '../serve/proxy/proxy.ts'
import type { Mount } from '../serve/server.ts'
import type { Context } from './context.ts'
import { note } from './output.ts'
import { packageVersion } from './package-version.ts'

export interface ProxyFlags {
  readonly mode?: ProxyMode
  readonly cite?: boolean
  readonly strict?: boolean
  readonly keepQuestions?: number
}

/** What `serve` mounts beside the HTTP API. */
export interface Doors {
  readonly mounts: readonly Mount[]
  /** Waits for what is still being recorded. */
  close(): Promise<void>
}

/** MCP at /mcp, and at /v1 the memory proxy where an upstream is configured. */
export function openDoors({ memory, settings, quiet }: Context, { mode, cite, strict, keepQuestions }: ProxyFlags): Doors {
  const { space, upstream, upstreamApiKey } = settings
  const onError = (error: unknown): void => note(`mcp: ${error instanceof Error ? error.message : String(error)}`)
  const mcp = createMcp({ engram: async () => memory, version: packageVersion(), defaultSpace: space, onError })
  const onExchange = ({ path, error, requestId }: Exchange): void => {
    if (error !== null && !quiet) note(`${path} without its memory (${requestId}): ${error}`)
  }
  const proxy =
    upstream === undefined
      ? null
      : createProxy({
          engram: memory,
          upstreams: [{ baseUrl: upstream, apiKey: upstreamApiKey }],
          space,
          mode,
          cite,
          strict,
          keepQuestions,
          onExchange,
        })
  return {
    mounts: [
      { path: '/mcp', fetch: mcp.fetch },
      ...(proxy === null ? [] : [{ path: '/v1', fetch: proxy.fetch, errorBody: proxy.errorBody }]),
    ],
    async close() {
      await Promise.all([proxy?.settled(), mcp.settled()])
      await mcp.close()
    },
  }
}
