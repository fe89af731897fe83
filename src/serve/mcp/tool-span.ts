import type { ServerContext } from '@modelcontextprotocol/server'
import { names, operations, ownProvider } from '../../trace/conventions.ts'
import { openTelemetry } from '../../trace/open-telemetry.ts'
import { withSpan } from '../../trace/with-span.ts'

export interface ToolSpanOptions {
  readonly tool: string
  /** Its arguments. */
  readonly given: unknown
  readonly context: ServerContext
  readonly protocol: string | null
  /** Carries arguments and reply. */
  readonly content: boolean
}

/** Runs a tool within a span "execute_tool {name}". The trace that a client names goes on: in the call's `_meta`, whatever carries it, else in headers. */
export async function withToolSpan<Reply extends { readonly text: string }>(
  { tool, given, context, protocol, content }: ToolSpanOptions,
  run: () => Promise<Reply>,
): Promise<Reply> {
  if (openTelemetry() === null) return await run()
  const { mcpReq, http } = context
  return await withSpan(
    {
      name: `${operations.tool} ${tool}`,
      kind: 'server',
      content,
      caller: mcpReq._meta?.traceparent === undefined ? Object.fromEntries(http?.req?.headers ?? []) : mcpReq._meta,
      attributes: {
        [names.operation]: operations.tool,
        [names.provider]: ownProvider,
        [names.toolName]: tool,
        [names.mcpMethod]: mcpReq.method,
        [names.mcpProtocol]: protocol,
        [names.rpcRequestId]: String(mcpReq.id),
        [names.toolArguments]: content ? JSON.stringify(given) : null,
      },
      done: ({ text }) => ({ [names.toolResult]: content ? text : null }),
    },
    run,
  )
}
