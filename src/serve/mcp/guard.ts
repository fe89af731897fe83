import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type ServerContext } from '@modelcontextprotocol/server'
import { EngramError } from '../../errors.ts'
import { names } from '../../trace/conventions.ts'
import { isOurs, toldOf } from '../told-error.ts'
import type { ToolHooks } from './define-tool.ts'
import { withMcpSpan } from './mcp-span.ts'

export interface Guarded {
  /** Of the prompt, or of the template that the resource is of. */
  readonly name: string
  /** Of the resource; null for a prompt. */
  readonly uri: string | null
  readonly context: ServerContext
}

/** Runs what answers a resource or a prompt, within a span; its failures become those of the protocol. */
export async function guard<Result>(
  { protocol, content, onRun, onError }: ToolHooks,
  { name, uri, context }: Guarded,
  run: () => Promise<Result>,
): Promise<Result> {
  // An address names a space.
  const attributes = { [names.promptName]: uri === null ? name : null, [names.mcpResource]: content ? uri : null }
  const running = withMcpSpan({ name: `${context.mcpReq.method} ${name}`, attributes, context, protocol: protocol(), content }, run)
  onRun(running)
  try {
    return await running
  } catch (error) {
    if (!(error instanceof EngramError)) {
      onError(error)
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong inside the server; its log says what.')
    }
    if (isOurs(error.code)) onError(error)
    const isNotThere = error.code === 'not_found' || error.code === 'unknown_space'
    if (isNotThere && uri !== null) throw new ResourceNotFoundError(uri)
    const code = isNotThere || error.code === 'bad_input' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
    throw new ProtocolError(code, `${error.code}: ${toldOf(error).detail}`)
  }
}
