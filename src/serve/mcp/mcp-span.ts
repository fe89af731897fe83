import type { ServerContext } from '@modelcontextprotocol/server'
import { names, ownProvider } from '../../trace/conventions.ts'
import type { Known } from '../../trace/open-span.ts'
import { openTelemetry } from '../../trace/open-telemetry.ts'
import { withSpan } from '../../trace/with-span.ts'

export interface McpSpanOptions<Reply> {
  readonly name: string
  readonly attributes: Known
  readonly context: ServerContext
  readonly protocol: string | null
  /** Carries arguments and reply. */
  readonly content: boolean
  readonly done?: (reply: Reply) => Known
}

/** Runs what a client asks for within a span. The trace that the client names goes on: in the request's `_meta`, whatever carries it, else in headers. */
export async function withMcpSpan<Reply>(
  { name, attributes, context, protocol, content, done = () => ({}) }: McpSpanOptions<Reply>,
  run: () => Promise<Reply>,
): Promise<Reply> {
  if (openTelemetry() === null) return await run()
  const { mcpReq, http } = context
  return await withSpan(
    {
      name,
      kind: 'server',
      content,
      caller: mcpReq._meta?.traceparent === undefined ? Object.fromEntries(http?.req?.headers ?? []) : mcpReq._meta,
      attributes: {
        [names.provider]: ownProvider,
        [names.mcpMethod]: mcpReq.method,
        [names.mcpProtocol]: protocol,
        [names.rpcRequestId]: String(mcpReq.id),
        ...attributes,
      },
      done,
    },
    run,
  )
}
