import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { EngramError } from '../../errors.ts'
import { isOurs, toldOf } from '../told-error.ts'
import type { ToolHooks } from './define-tool.ts'

/** Runs what answers a resource or a prompt; its failures become those of the protocol. `uri`: of the resource; null for a prompt. */
export async function guard<Result>({ onRun, onError }: ToolHooks, uri: string | null, run: () => Promise<Result>): Promise<Result> {
  const running = run()
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
