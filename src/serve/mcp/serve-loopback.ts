import { EngramError } from '../../errors.ts'
import { checkLocal, isLoopback } from '../access/local-only.ts'
import type { Caller } from '../caller.ts'
import { genuineRequest } from '../genuine-request.ts'
import { type Address, listenHttp } from '../listen-http.ts'
import { problemOf, problemResponse } from '../problem.ts'
import type { Mcp } from './create-mcp.ts'

export interface LoopbackServer {
  readonly url: string
  close(): Promise<void>
}

export const mcpPath = '/mcp'

/**
 * MCP over HTTP for programs of this machine: it asks for no token, so it is bound to the loopback interface alone, and pages in a browser are
 * kept out by the checks of Host and Origin, and by answering no preflight. Throws `bad_input` for any other host, `bad_config` where the address
 * can not be bound.
 */
export async function serveLoopback(mcp: Mcp, caller: Caller, { host, port }: Address): Promise<LoopbackServer> {
  if (!isLoopback(host)) {
    throw new EngramError(
      'bad_input',
      `host: expected one of 127.0.0.1, ::1, localhost, got "${host}": this door asks for no token. \`engram-r serve\` can be reached from elsewhere.`,
      { field: 'host' },
    )
  }
  const http = await listenHttp(
    async request => {
      try {
        checkLocal(request)
      } catch (error) {
        return problemResponse(problemOf(error))
      }
      return new URL(request.url).pathname === mcpPath ? mcp.fetch(genuineRequest(request), caller) : new Response(null, { status: 404 })
    },
    { host, port },
  )
  return {
    url: `${http.url}${mcpPath}`,
    async close() {
      await mcp.close()
      await http.close()
    },
  }
}
