import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { EngramError } from '../../errors.ts'
import { names, operations } from '../../trace/conventions.ts'
import type { Known } from '../../trace/open-span.ts'
import type { Right } from '../caller.ts'
import { isOurs, toldOf } from '../told-error.ts'
import { withMcpSpan } from './mcp-span.ts'
import type { Session } from './session.ts'

/** What a tool's run is given beside its input. */
export interface Call extends Session {
  readonly signal: AbortSignal
  /** Tells the client how far it is, where it asked to be told. */
  readonly progress: (done: number, total: number | null, message: string) => Promise<void>
}

export interface ToolReply<Output> {
  /** For a model to read; the same as the structured content says. */
  readonly text: string
  readonly structured: Output
}

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The least that a caller must be allowed. */
  readonly right: Right
  /** Takes something away. */
  readonly destructive: boolean
  readonly input: Input
  readonly output: Output
  readonly run: (input: z.output<Input>, call: Call) => Promise<ToolReply<z.output<Output>>>
}

export interface ToolHooks {
  /** That the client speaks: a date; null while it has not said. */
  readonly protocol: () => string | null
  /** Telemetry carries what tools are given and reply. */
  readonly content: boolean
  /** Called with the promise of each run. */
  readonly onRun: (run: Promise<unknown>) => void
  /** Called with failures that are ours, of which the client is told nothing. */
  readonly onError: (error: unknown) => void
}

export interface Tool {
  readonly name: string
  readonly right: Right
  register(server: McpServer, session: () => Promise<Session>, hooks: ToolHooks): void
}

/** A tool, whatever its schemas. Every tool stays within the store, and the same call twice does no more than once. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(definition: ToolDefinition<Input, Output>): Tool {
  const { name, title, description, right, destructive, input, output, run } = definition
  const annotations = { readOnlyHint: right === 'read', destructiveHint: destructive, idempotentHint: true, openWorldHint: false }
  return {
    name,
    right,
    register(server, session, { protocol, content, onRun, onError }) {
      const structured = (): boolean => (protocol() ?? firstVersion) >= structuredSince
      const registered = server.registerTool<Output, z.ZodObject>(
        name,
        { title, description, inputSchema: input, outputSchema: output, annotations },
        async (given, context) => {
          try {
            const signal = context.mcpReq.signal
            const attributes = {
              [names.operation]: operations.tool,
              [names.toolName]: name,
              [names.toolArguments]: content ? JSON.stringify(given) : null,
            }
            const done = ({ text }: ToolReply<z.output<Output>>): Known => ({ [names.toolResult]: content ? text : null })
            const span = { name: `${operations.tool} ${name}`, attributes, done, context, protocol: protocol(), content }
            const running = withMcpSpan(span, async () =>
              run(input.parse(given), { ...(await session()), signal, progress: progressOf(context) }),
            )
            onRun(running)
            const reply = await running
            return { content: [{ type: 'text', text: reply.text }], ...(structured() && { structuredContent: reply.structured }) }
          } catch (error) {
            if (!(error instanceof EngramError) || isOurs(error.code)) onError(error)
            return { content: [{ type: 'text', text: failureText(error) }], isError: true }
          }
        },
      )
      // Asked at each listing and call: which protocol a client speaks is known only once it has said so.
      Object.defineProperty(registered, 'outputSchema', { get: () => (structured() ? output : undefined) })
    },
  }
}

/** Protocols are named by their date. Those before the second do not know structured content. */
const firstVersion = '2024-11-05'
const structuredSince = '2025-06-18'

function failureText(error: unknown): string {
  return error instanceof EngramError
    ? `${error.code}: ${toldOf(error).detail}`
    : 'failed: something went wrong inside the server; its log says what.'
}

function progressOf({ mcpReq }: ServerContext): Call['progress'] {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return async () => {}
  return (progress, total, message) =>
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, ...(total !== null && { total }), message } })
}
