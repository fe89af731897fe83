import { createAdaptorServer } from '@hono/node-server'
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import { EngramError } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { Mcp } from './create-mcp.ts'

export interface LoopbackOptions {
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
}

export interface LoopbackServer {
  readonly url: string
  close(): Promise<void>
}

const loopbackHosts = ['127.0.0.1', '::1', 'localhost']
export const mcpPath = '/mcp'

/**
 * MCP over HTTP for programs of this machine: it asks for no token, so it is bound to the loopback interface alone, and pages in a browser are
 * kept out by the checks of Host and Origin, and by answering no preflight. Throws `bad_input` for any other host.
 */
export async function serveLoopback(mcp: Mcp, caller: Caller, { host, port }: LoopbackOptions): Promise<LoopbackServer> {
  if (!loopbackHosts.includes(host)) {
    throw new EngramError(
      'bad_input',
      `host: expected one of ${loopbackHosts.join(', ')}, got "${host}": this door asks for no token. \`engram-r serve\` can be reached from elsewhere.`,
      { field: 'host' },
    )
  }
  const server = createAdaptorServer({
    fetch(request) {
      const { pathname } = new URL(request.url)
      const refused =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ?? originValidationResponse(request, localhostAllowedOrigins())
      return refused ?? (pathname === mcpPath ? mcp.fetch(request, caller) : new Response(null, { status: 404 }))
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', cause => {
      const message = `port: ${host}:${port} can not be listened on (${cause.message}). Choose another, or 0 for any that is free.`
      reject(new EngramError('bad_input', message, { field: 'port', cause }))
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}${mcpPath}`,
    async close() {
      await mcp.close()
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}
